import { Redis } from "@upstash/redis";
import {
  createUpstashRateLimiter,
  createUpstashStore,
  openUpstash,
  openUpstashRateLimiter,
  type StoreOptions,
  type UpstashRateLimiter,
  type UpstashRedis,
  type UpstashStore,
} from "../../adapters/upstash/mod.ts";
import type { Store } from "../../core/storage/store.ts";
import { type Bridge, startBridge } from "./bridge.ts";
import { type AppendOnly, type RedisServer, startRedis } from "./start-redis.ts";

/** A redis-server, the bridge before it, and stores on them through the real client. */
export interface Backend {
  readonly server: RedisServer;
  readonly bridge: Bridge;
  /** A unique prefix. */
  readonly newPrefix: () => string;
  /** As an application opens it. */
  readonly openStore: (options?: StoreOptions & { readonly timeoutMs?: number }) => UpstashStore;
  readonly openLimiter: (prefix: string, clock?: () => number) => UpstashRateLimiter;
  /** A client as an application may have made it for other things, with its defaults. */
  readonly plainClient: () => UpstashRedis;
  readonly close: () => Promise<void>;
}

/** Long, so that a machine that is busy with other tests does not make an outage of it. */
const timeoutMs = 20_000;

export async function startBackend(appendOnly: AppendOnly = "no"): Promise<Backend> {
  const server = await startRedis(appendOnly);
  const bridge = await startBridge(server.port);
  const { url, token } = bridge;
  let prefixes = 0;
  return {
    server,
    bridge,
    newPrefix: () => {
      prefixes += 1;
      return `test-${prefixes}`;
    },
    openStore: (options = {}) => openUpstash({ url, token, timeoutMs, ...options }),
    openLimiter: (prefix, clock) => openUpstashRateLimiter({ url, token, timeoutMs, prefix, clock }),
    plainClient: () => new Redis({ url, token }),
    close: async () => {
      await bridge.close();
      await server.stop();
    },
  };
}

/** The store on another client, e.g. one that does worse. */
export function storeWith(redis: UpstashRedis, options: StoreOptions): Store {
  return createUpstashStore({ redis, ...options });
}

export function limiterWith(redis: UpstashRedis, prefix: string, clock?: () => number): UpstashRateLimiter {
  return createUpstashRateLimiter({ redis, prefix, clock, timeoutMs });
}
