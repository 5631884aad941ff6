/**
 * The composition root: the one file outside `adapters` that knows them. Each is imported when it is chosen; its driver
 * is an optional peer, and a missing one is named with its install line.
 */
import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { isMissing, StoreMissing } from "./missing-store.ts";
import { openDirectory, openPglite, openSqliteFile, type RetentionOptions } from "./open-local-store.ts";
import { openModuleStore } from "./open-module-store.ts";
import type { OpenedStore } from "./opened-store.ts";
import { missingPackages } from "./packages.ts";
import {
  checkedDatabaseUrl,
  mayPrepare,
  missing,
  readLimiter,
  readRetention,
  reportsAddress,
  type StoreLocation,
  upstashAddress,
} from "./store-settings.ts";

/** How a store is opened. */
export interface StoreUse {
  /** Whether a store in this process that does not exist is created. Default true. */
  readonly creates?: boolean | undefined;
  /** How long a call to a server may take, in milliseconds. Default: the adapter's default. */
  readonly callTimeoutMs?: number | undefined;
}

/**
 * Rejects with {@link InvalidSetting}, {@link StoreMissing}, `DirectoryInUse`, `DirectoryUnusable`, `FileInUse`, `StoreUnavailable`, or an error
 * that names the missing package.
 */
export async function openStore(
  place: StoreLocation,
  { creates = true, callTimeoutMs }: StoreUse = {},
): Promise<OpenedStore> {
  const packages = missingPackages(place.kind, "memory");
  if (packages !== undefined) throw new Error(packages);
  const kept = readRetention();
  if (!creates && isMissing(place)) throw new StoreMissing(place);
  switch (place.kind) {
    case "upstash":
      return openUpstashStore({ ...kept, timeoutMs: callTimeoutMs });
    case "postgres":
      return openPostgresStore(place.databaseUrl, { ...kept, callTimeoutMs });
    case "sqlite":
      return openSqliteFile(place.file ?? missing("HANDBILL_STORE=sqlite:FILE", "the store sqlite"), kept);
    case "pglite":
      return openPglite(place.directory, kept);
    case "embedded":
      return openDirectory(place.directory, kept);
    case "module":
      return openModuleStore(place.file ?? missing("HANDBILL_STORE=./FILE.js", "the store of a module"));
    default:
      return place.kind satisfies never;
  }
}

async function openPostgresStore(
  url: string | undefined,
  options: Pick<StoreUse, "callTimeoutMs"> & RetentionOptions,
): Promise<OpenedStore> {
  const databaseUrl = checkedDatabaseUrl(url ?? missing("DATABASE_URL", "the store postgres"));
  const { openPostgres } = await import("../../adapters/postgres/mod.ts");
  const reportsFrom = reportsAddress();
  const store = await openPostgres(databaseUrl, { ...options, reportsFrom, prepare: mayPrepare() });
  return { store, location: withoutLogin(databaseUrl) };
}

async function openUpstashStore(
  options: RetentionOptions & { readonly timeoutMs: number | undefined },
): Promise<OpenedStore> {
  if (options.untilExported) {
    throw new InvalidSetting(
      "HANDBILL_KEEP_UNTIL_EXPORTED cannot be on with the store upstash: Redis drops deliveries by itself. Charges and adjustments stay.",
    );
  }
  const address = upstashAddress("the store upstash");
  const { openUpstash } = await import("../../adapters/upstash/mod.ts");
  const store = openUpstash({ ...address, ...options });
  return { store, location: `Upstash Redis at ${new URL(address.url).host}` };
}

export interface ClosableLimiter extends RateLimiter {
  readonly close: () => Promise<void>;
}

/**
 * The limiter that `HANDBILL_RATE_LIMITER` names, with any store. `memory`, the default, costs nothing, and each
 * instance counts for itself (`undefined`); with `postgres` and `upstash` all instances share the limits, for one more
 * statement or request for each batch of requests. Rejects with {@link InvalidSetting}.
 */
export async function openLimiter(
  setting: string | undefined,
  { databaseUrl }: Pick<StoreLocation, "databaseUrl">,
): Promise<ClosableLimiter | undefined> {
  const limiter = readLimiter(setting, { databaseUrl });
  if (limiter.kind === "memory") return undefined;
  if (limiter.kind === "upstash") {
    const { openUpstashRateLimiter } = await import("../../adapters/upstash/mod.ts");
    return openUpstashRateLimiter(limiter);
  }
  const { openPostgresRateLimiter } = await import("../../adapters/postgres/ratelimit-open.ts");
  return openPostgresRateLimiter(limiter.databaseUrl, { prepare: mayPrepare() });
}

function withoutLogin(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "PostgreSQL";
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${host}${pathname}`;
}
