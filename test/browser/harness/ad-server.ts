import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { Catalog } from "../../../core/catalog/entities.ts";
import type { HttpRequest } from "../../../core/contract/http.ts";
import { createHandbill } from "../../../core/mod.ts";
import type { RateLimits } from "../../../core/ratelimit/rate-limits.ts";
import type { Delivery } from "../../../core/storage/delivery.ts";
import type { LedgerAudit } from "../../../core/storage/ledger-audit.ts";
import type { Store } from "../../../core/storage/store.ts";
import { serve } from "../../../runtimes/node/mod.ts";
import { plant } from "../../runtimes/seed.ts";

/** A real server that listens, and what is known of it from behind. */
export interface AdServer {
  readonly url: string;
  /** Its requests: `POST /api/v1/web/seen 200`, without preflights. */
  readonly log: readonly string[];
  /** Every delivery that was issued through it, as the store has it now. */
  readonly deliveries: () => Promise<readonly Delivery[]>;
  readonly audit: () => Promise<LedgerAudit>;
  readonly close: () => Promise<void>;
}

export interface AdServerOptions {
  readonly catalog: Catalog;
  /** Default: a new one in memory. The catalogue is added to what it has. */
  readonly store?: Store;
  /** Served beside the API, by path: the script of a script tag. */
  readonly scripts?: Readonly<Record<string, string>>;
}

export async function openAdServer(options: AdServerOptions): Promise<AdServer> {
  const { catalog, store = createMemoryStore(), scripts = {} } = options;
  await plant(store, { catalog, apiKeys: [] });
  const ids: string[] = [];
  const log: string[] = [];
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
    rateLimits: noLimits,
    log: (entry) => entry.level === "info" || console.error(entry),
  });
  const answer = async (request: HttpRequest): ReturnType<typeof handbill.answer> => {
    const script = scripts[request.target.replace(/\?.*/, "")];
    if (script !== undefined)
      return { status: 200, headers: { "content-type": "text/javascript" }, body: script };
    const response = await handbill.answer(request);
    if (request.method !== "OPTIONS") log.push(`${request.method} ${request.target} ${response.status}`);
    return response;
  };
  const running = await serve({ ...handbill, answer }, { port: 0 });
  url = running.url;
  return {
    url,
    log,
    deliveries: async () => (await store.findDeliveries(ids)).filter((delivery) => delivery !== undefined),
    audit: () => store.auditLedger(),
    close: running.close,
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
