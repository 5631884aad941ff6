/** The settings of stores and limiters. Reading them opens nothing. */
import { isDatabaseUrl } from "../../adapters/postgres/database-url.ts";
import { environment } from "../node/environment.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { isOn } from "./is-on.ts";
import type { RetentionOptions } from "./open-local-store.ts";

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

const deliveriesKept = () => readKept("HANDBILL_DELIVERIES_KEPT_DAYS");
const countsKept = () => readKept("HANDBILL_COUNTS_KEPT_DAYS");
const untilExported = () => isOn("HANDBILL_KEEP_UNTIL_EXPORTED", false);

/** Each throws {@link InvalidSetting} for its own setting. */
export const retentionReaders: readonly (() => unknown)[] = [
  deliveriesKept,
  countsKept,
  readNetworksKept,
  untilExported,
];

/** How long a store keeps data. Throws {@link InvalidSetting}. */
export function readRetention(): RetentionOptions {
  return {
    deliveriesKeptMs: deliveriesKept(),
    countsKeptMs: countsKept(),
    networksKeptMs: readNetworksKept(),
    untilExported: untilExported(),
  };
}

/** The limiter that `HANDBILL_RATE_LIMITER` names, with its address. */
export type LimiterSetting =
  | { readonly kind: "memory" }
  | { readonly kind: "postgres"; readonly databaseUrl: string }
  | { readonly kind: "upstash"; readonly url: string; readonly token: string };

/** Throws {@link InvalidSetting}. */
export function readLimiter(
  setting: string | undefined,
  { databaseUrl }: Pick<StoreLocation, "databaseUrl">,
): LimiterSetting {
  if (setting === undefined || setting === "" || setting === "memory") return { kind: "memory" };
  if (setting === "upstash") return { kind: "upstash", ...upstashAddress("HANDBILL_RATE_LIMITER=upstash") };
  if (setting !== "postgres") {
    throw new InvalidSetting("HANDBILL_RATE_LIMITER must be memory, postgres or upstash.");
  }
  if (databaseUrl === undefined) {
    throw new InvalidSetting(
      "HANDBILL_RATE_LIMITER=postgres needs a PostgreSQL server: set DATABASE_URL, or take memory.",
    );
  }
  return { kind: "postgres", databaseUrl: checkedDatabaseUrl(databaseUrl) };
}

/** `false` where prepared statements were switched off; else the address decides, and they are used. */
export function mayPrepare(): false | undefined {
  return isOn("HANDBILL_PREPARED_STATEMENTS", true) ? undefined : false;
}

export function checkedDatabaseUrl(url: string): string {
  if (isDatabaseUrl(url)) return url;
  throw new InvalidSetting(
    "DATABASE_URL must be the address of a PostgreSQL server, like postgres://user:password@host/database.",
  );
}

/** `HANDBILL_REPORTS_FROM`: the standby that reports are read from. Throws {@link InvalidSetting}. */
export function reportsAddress(): string | undefined {
  const url = given("HANDBILL_REPORTS_FROM");
  if (url === undefined || isDatabaseUrl(url)) return url;
  throw new InvalidSetting(
    "HANDBILL_REPORTS_FROM must be the address of a standby of the database, like postgres://user:password@host/database.",
  );
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

export function upstashAddress(user: string): { readonly url: string; readonly token: string } {
  const url = given("UPSTASH_REDIS_REST_URL") ?? missing("UPSTASH_REDIS_REST_URL", user);
  const token = given("UPSTASH_REDIS_REST_TOKEN") ?? missing("UPSTASH_REDIS_REST_TOKEN", user);
  if (/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) return { url, token };
  throw new InvalidSetting("UPSTASH_REDIS_REST_URL must be the https address of the database's REST API.");
}

function given(name: string): string | undefined {
  return environment(name)?.trim() || undefined;
}

export function missing(name: string, user: string): never {
  throw new InvalidSetting(`Set ${name}: ${user} needs it.`);
}
