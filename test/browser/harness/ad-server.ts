import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { Catalog } from "../../../core/catalog/entities.ts";
import type { HttpRequest, HttpResponse } from "../../../core/contract/http.ts";
import { createHandbill, type HandbillOptions } from "../../../core/mod.ts";
import type { RateLimits } from "../../../core/ratelimit/rate-limits.ts";
import type { Delivery } from "../../../core/storage/delivery.ts";
import type { LedgerAudit } from "../../../core/storage/ledger-audit.ts";
import type { Store } from "../../../core/storage/store.ts";
import { serve } from "../../../runtimes/node/mod.ts";
import { plant } from "../../runtimes/seed.ts";

/** A real server that listens, and what is known of it from behind. */
export interface AdServer {
  readonly url: string;
  /** Its batches: when each came, in milliseconds, its slots and its answer's status. */
  readonly batches: readonly Batch[];
  /** Its requests: `POST /api/v1/web/seen 200`, without preflights. */
  readonly log: readonly string[];
  /** Every delivery that was issued through it, as the store has it now. */
  readonly deliveries: () => Promise<readonly Delivery[]>;
  readonly audit: () => Promise<LedgerAudit>;
  readonly close: () => Promise<void>;
}

export interface Batch {
  readonly at: number;
  readonly status: number;
  /** The seconds of `Retry-After`. */
  readonly retryAfter: number;
  /** How many slots got an ad. */
  readonly ads: number;
  /** How many were left over by a limit. */
  readonly leftOver: number;
}

export interface AdServerOptions extends Pick<HandbillOptions, "rateLimits" | "trafficRules"> {
  readonly catalog: Catalog;
  /** Default: a new one in memory. The catalogue is added to what it has. */
  readonly store?: Store;
  /** Served beside the API, by path: the script of a script tag. */
  readonly scripts?: Readonly<Record<string, string>>;
}

export async function openAdServer(options: AdServerOptions): Promise<AdServer> {
  const { catalog, store = createMemoryStore(), scripts = {}, rateLimits = noLimits, trafficRules } = options;
  await plant(store, { catalog, apiKeys: [] });
  const ids: string[] = [];
  const log: string[] = [];
  const batches: Batch[] = [];
  let url = "";
  const handbill = createHandbill({
    store: {
      ...store,
      issue: (orders) => {
        ids.push(...orders.map(({ deliveryId }) => deliveryId));
        return store.issue(orders);
      },
    },
    // The address is known once the server listens; it is read with the first request.
    env: (name) => (name === "HANDBILL_BASE_URL" ? url : undefined),
    secrets: ["the signing secret of the browser tests"],
    rateLimits,
    trafficRules,
    log: (entry) => entry.level === "info" || console.error(entry),
  });
  const answer = async (request: HttpRequest): ReturnType<typeof handbill.answer> => {
    const script = scripts[request.target.replace(/\?.*/, "")];
    if (script !== undefined)
      return { status: 200, headers: { "content-type": "text/javascript" }, body: script };
    const at = performance.now();
    const response = await handbill.answer(request);
    if (request.method === "POST" && request.target.endsWith("/batch")) batches.push(batchOf(at, response));
    if (request.method !== "OPTIONS") log.push(`${request.method} ${request.target} ${response.status}`);
    return response;
  };
  const running = await serve({ ...handbill, answer }, { port: 0 });
  url = running.url;
  return {
    url,
    log,
    batches,
    deliveries: async () => (await store.findDeliveries(ids)).filter((delivery) => delivery !== undefined),
    audit: () => store.auditLedger(),
    close: running.close,
  };
}

function batchOf(at: number, { status, headers, body }: HttpResponse): Batch {
  const count = (text: string): number => body.split(text).length - 1;
  return {
    at,
    status,
    retryAfter: Number(headers["retry-after"] ?? 0),
    ads: count('"has_ad":true'),
    leftOver: count('"reason":"rate_limited"'),
  };
}

const noLimits: RateLimits = {
  adsPerVisitor: false,
  adsPerKey: false,
  interactPerUser: false,
  seenPerUser: false,
  reportsPerUser: false,
  botPerUser: false,
  requestsPerNetwork: false,
  failedAuthPerNetwork: false,
};
