import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { openPostgres } from "../../../adapters/postgres/mod.ts";
import { openUpstash, openUpstashRateLimiter } from "../../../adapters/upstash/mod.ts";
import {
  type Connection,
  createHandbill,
  createMetrics,
  type Store,
  type WaitUntil,
} from "../../../core/mod.ts";
import { systemClock } from "../../../core/timing/clock.ts";
import { createEdgeHandbill, type EdgeHandbillOptions } from "../../../runtimes/edge/mod.ts";
import { advancePath, auditPath, metricsPath, runtimePath } from "../probe-paths.ts";
import { plant } from "../seed.ts";

/** The variables of a worker. */
type Variables = Readonly<Record<string, string | undefined>>;

/** The handlers of a worker. */
interface Handlers {
  readonly fetch: (request: Request, connection: Connection) => Promise<Response>;
  /** Answers a path outside the contract. */
  readonly probe: (url: URL) => Promise<unknown>;
}

/** Created by the first request, of plain data only. */
let handlers: Handlers | undefined;

export default {
  async fetch(
    request: Request,
    env: Variables,
    context: { readonly waitUntil: WaitUntil },
  ): Promise<Response> {
    handlers ??= createHandlers(env);
    const url = new URL(request.url);
    if (url.pathname.includes("/api/v1/__")) return Response.json(await handlers.probe(url));
    const clientAddress = request.headers.get("cf-connecting-ip") ?? undefined;
    return handlers.fetch(request, { clientAddress, waitUntil: (work) => context.waitUntil(work) });
  },
};

function createHandlers(env: Variables): Handlers {
  let aheadMs = 0;
  const clock = (): number => systemClock() + aheadMs;
  const memory = createMemoryStore({ clock });
  let isPlanted = false;
  const openMemory = async (): Promise<Store> => {
    if (!isPlanted) {
      // The calls of the memory store end before the next request begins.
      isPlanted = true;
      await plant(memory, JSON.parse(env["HANDBILL_TEST_SEED"] ?? ""));
    }
    return memory;
  };
  const address = { url: env["TEST_REDIS_URL"] ?? "", token: env["TEST_REDIS_TOKEN"] ?? "" };
  const openStore = async (): Promise<Store> => {
    switch (env["TEST_STORE"]) {
      case "upstash":
        return openUpstash({ ...address, prefix: "edge", timeoutMs: 20_000, clock });
      case "postgres":
        return openPostgres(env["TEST_DATABASE_URL"] ?? "", {
          maxConnections: 1,
          callTimeoutMs: 20_000,
          clock,
        });
      default:
        return openMemory();
    }
  };
  const limiter: Pick<EdgeHandbillOptions, "openLimiter"> =
    env["TEST_STORE"] === "upstash"
      ? { openLimiter: () => openUpstashRateLimiter({ ...address, prefix: "edge", timeoutMs: 20_000 }) }
      : {};
  const metrics = createMetrics();
  const options = {
    metrics,
    env: (name: string) => env[name],
    clock,
    health: true,
    // A machine under other load answers late, and a fault has to be noticed soon.
    storeTimeoutMs: env["TEST_FAULT"] === "one instance" ? undefined : 20_000,
    secrets:
      env["HANDBILL_SECRET"] === undefined ? ["the secret of an example, of no value at all"] : undefined,
    // All cases of a suite come from one network, and most of their ads are never seen.
    trafficRules: { unprovenHolds: false },
  } as const;
  const probe: Handlers["probe"] = async ({ pathname, searchParams }) => {
    if (pathname.endsWith(runtimePath)) {
      return { runtime: navigator.userAgent === "Cloudflare-Workers" ? "workerd" : navigator.userAgent };
    }
    if (pathname.endsWith(auditPath)) {
      const store = await openStore();
      const audit = await store.auditLedger();
      await store.close();
      return audit;
    }
    if (pathname.endsWith(metricsPath)) return { text: await metrics.text() };
    if (pathname.endsWith(advancePath)) aheadMs += Number(searchParams.get("ms"));
    return {};
  };
  if (env["TEST_FAULT"] !== "one instance") {
    return { ...createEdgeHandbill({ ...options, ...limiter, openStore }), probe };
  }
  const shared = openStore().then((store) => createHandbill({ ...options, store }));
  return { fetch: async (request, connection) => (await shared).fetch(request, connection), probe };
}
