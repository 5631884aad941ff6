/**
 * The composition root: the one file outside `adapters` that knows them. Each is imported when it is chosen; its driver
 * is an optional peer, and a missing one is named with its install line.
 */
import { isDatabaseUrl } from "../../adapters/postgres/database-url.ts";
import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import { environment } from "../node/mod.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { isOn } from "./is-on.ts";
import { openDirectory, openPglite, openSqliteFile, type RetentionOptions } from "./open-local-store.ts";
import { openModuleStore } from "./open-module-store.ts";
import type { OpenedStore } from "./opened-store.ts";

export const storeKinds = ["postgres", "embedded", "sqlite", "pglite", "upstash", "module"] as const;

/**
 * A PostgreSQL server; in this process a data directory, an SQLite file, or PGlite; a Redis of Upstash; or a module that opens
 * the operator's own store.
 */
export type StoreKind = (typeof storeKinds)[number];

export interface StoreLocation {
  readonly kind: StoreKind;
  /** `DATABASE_URL`: of the store `postgres`, and of a limiter there. */
  readonly databaseUrl?: string | undefined;
  /** `HANDBILL_DATA`: of the stores `embedded` and `pglite`. */
  readonly directory: string;
  /** Of the stores `sqlite` and `module`. */
  readonly file?: string | undefined;
}

/** The time limits of a store. */
export interface Timeouts {
  /** How long a call to a server may take, in milliseconds. Default: the adapter's default. */
  readonly callTimeoutMs?: number | undefined;
}

/**
 * Rejects with {@link InvalidSetting}, `DirectoryInUse`, `DirectoryUnusable`, `FileInUse`, `StoreUnavailable`, or an error
 * that names the missing package.
 */
export async function openStore(place: StoreLocation, timeouts: Timeouts = {}): Promise<OpenedStore> {
  const kept: RetentionOptions = {
    deliveriesKeptMs: readKept("HANDBILL_DELIVERIES_KEPT_DAYS"),
    countsKeptMs: readKept("HANDBILL_COUNTS_KEPT_DAYS"),
    networksKeptMs: readNetworksKept(),
  };
  switch (place.kind) {
    case "upstash":
      return openUpstashStore({ ...kept, timeoutMs: timeouts.callTimeoutMs });
    case "postgres":
      return openPostgresStore(place.databaseUrl, { ...kept, ...timeouts });
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
  options: Timeouts & RetentionOptions,
): Promise<OpenedStore> {
  const databaseUrl = checkedDatabaseUrl(url ?? missing("DATABASE_URL", "the store postgres"));
  const { openPostgres } = await import("../../adapters/postgres/mod.ts");
  const store = await openPostgres(databaseUrl, { ...options, prepare: mayPrepare() });
  return { store, location: withoutLogin(databaseUrl) };
}

/** `false` where prepared statements were switched off; else the address decides, and they are used. */
function mayPrepare(): false | undefined {
  return isOn("HANDBILL_PREPARED_STATEMENTS", true) ? undefined : false;
}

function checkedDatabaseUrl(url: string): string {
  if (isDatabaseUrl(url)) return url;
  throw new InvalidSetting(
    "DATABASE_URL must be the address of a PostgreSQL server, like postgres://user:password@host/database.",
  );
}

async function openUpstashStore(
  options: RetentionOptions & { readonly timeoutMs: number | undefined },
): Promise<OpenedStore> {
  const address = upstashAddress("the store upstash");
  const { openUpstash } = await import("../../adapters/upstash/mod.ts");
  const store = openUpstash({ ...address, ...options });
  return { store, location: `Upstash Redis at ${new URL(address.url).host}` };
}

const dayMs = 86_400_000;

/** Days of an environment variable. Absent: as many as the adapter has by default. */
function readKept(name: string): number | undefined {
  const days = given(name);
  if (days === undefined) return undefined;
  if (!/^[1-9][0-9]{0,4}$/.test(days)) {
    throw new InvalidSetting(`${name} must be a whole number of days, at least 1.`);
  }
  return Number(days) * dayMs;
}

/** `HANDBILL_NETWORKS_KEPT_DAYS` in milliseconds. */
function readNetworksKept(): number | undefined {
  const name = "HANDBILL_NETWORKS_KEPT_DAYS";
  const days = given(name);
  if (days === undefined) return undefined;
  if (days === "0") return 0;
  if (/^[0-9]{1,2}$/.test(days) && Number(days) >= 7 && Number(days) <= 30) return Number(days) * dayMs;
  throw new InvalidSetting(`${name} must be 0, which stores no networks, or a whole number from 7 to 30.`);
}

function upstashAddress(user: string): { readonly url: string; readonly token: string } {
  const url = given("UPSTASH_REDIS_REST_URL") ?? missing("UPSTASH_REDIS_REST_URL", user);
  const token = given("UPSTASH_REDIS_REST_TOKEN") ?? missing("UPSTASH_REDIS_REST_TOKEN", user);
  if (/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) return { url, token };
  throw new InvalidSetting("UPSTASH_REDIS_REST_URL must be the https address of the database's REST API.");
}

function given(name: string): string | undefined {
  return environment(name)?.trim() || undefined;
}

function missing(name: string, user: string): never {
  throw new InvalidSetting(`Set ${name}: ${user} needs it.`);
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
  if (setting === undefined || setting === "" || setting === "memory") return undefined;
  if (setting === "upstash") {
    const address = upstashAddress("HANDBILL_RATE_LIMITER=upstash");
    const { openUpstashRateLimiter } = await import("../../adapters/upstash/mod.ts");
    return openUpstashRateLimiter(address);
  }
  if (setting !== "postgres") {
    throw new InvalidSetting("HANDBILL_RATE_LIMITER must be memory, postgres or upstash.");
  }
  if (databaseUrl === undefined) {
    throw new InvalidSetting(
      "HANDBILL_RATE_LIMITER=postgres needs a PostgreSQL server: set DATABASE_URL, or take memory.",
    );
  }
  const address = checkedDatabaseUrl(databaseUrl);
  const { openPostgresRateLimiter } = await import("../../adapters/postgres/ratelimit-open.ts");
  return openPostgresRateLimiter(address, { prepare: mayPrepare() });
}

function withoutLogin(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "PostgreSQL";
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${host}${pathname}`;
}
