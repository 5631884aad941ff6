/**
 * The composition root: the one file outside `adapters` that knows them. PostgreSQL where `DATABASE_URL` names one,
 * else PGlite in a directory. Each is imported when it is chosen; its driver is an optional peer, and a missing one
 * is named with its install line.
 */
import { resolve } from "node:path";
import type { PlannedMigration, PostgresStore } from "../../adapters/postgres/mod.ts";
import type { PostgresRateLimiter } from "../../adapters/postgres/ratelimit.ts";
import { environment } from "../node/mod.ts";

export interface StorePlace {
  /** `DATABASE_URL` */
  readonly databaseUrl?: string | undefined;
  /** `HANDBILL_DATA`, used without a database URL. */
  readonly directory: string;
}

export interface OpenedStore {
  readonly store: PostgresStore;
  /** Where the data lies, without a password. */
  readonly location: string;
  /** The embedded data directory, locked by this process; absent with a PostgreSQL server. */
  readonly directory?: string | undefined;
}

/** An environment variable has a value that makes no sense. */
export class InvalidSetting extends Error {
  override name = "InvalidSetting";
}

/** Rejects with {@link InvalidSetting}, `DirectoryInUse`, `StoreUnavailable`, or an error that names the missing package. */
export async function openStore(place: StorePlace): Promise<OpenedStore> {
  const { databaseUrl } = place;
  const deliveriesKeptMs = readDeliveriesKept(environment("HANDBILL_DELIVERIES_KEPT_DAYS"));
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import("../../adapters/postgres/mod.ts");
    const store = await openPostgres(databaseUrl, { deliveriesKeptMs });
    return { store, location: withoutLogin(databaseUrl) };
  }
  const directory = resolve(place.directory);
  const { createPgliteStore } = await import("../../adapters/postgres/pglite.ts");
  return {
    store: await createPgliteStore({ dataDir: directory, deliveriesKeptMs }),
    location: directory,
    directory,
  };
}

const dayMs = 86_400_000;

/** Absent: as long as the longest frequency window, which counts no deliveries that were dropped. */
function readDeliveriesKept(days: string | undefined): number | undefined {
  if (days === undefined || days === "") return undefined;
  if (!/^[1-9][0-9]{0,4}$/.test(days)) {
    throw new InvalidSetting("HANDBILL_DELIVERIES_KEPT_DAYS must be a whole number of days, at least 1.");
  }
  return Number(days) * dayMs;
}

export type LimiterChoice =
  /** Absent: the limiter in the memory of this process. */
  | { readonly ok: true; readonly limiter?: PostgresRateLimiter | undefined }
  | { readonly ok: false; readonly fault: string };

/**
 * The limiter that `HANDBILL_RATE_LIMITER` names. `memory`, the default, costs nothing, and each instance counts for
 * itself; with `postgres` all instances on the database share the limits, for a statement more per batch of requests.
 */
export async function openLimiter(
  setting: string | undefined,
  { databaseUrl }: StorePlace,
): Promise<LimiterChoice> {
  if (setting === undefined || setting === "" || setting === "memory") return { ok: true };
  if (setting !== "postgres") {
    return { ok: false, fault: "HANDBILL_RATE_LIMITER must be memory or postgres." };
  }
  if (databaseUrl === undefined) {
    return {
      ok: false,
      fault: "HANDBILL_RATE_LIMITER=postgres needs a PostgreSQL server: set DATABASE_URL, or take memory.",
    };
  }
  const { openPostgresRateLimiter } = await import("../../adapters/postgres/ratelimit-open.ts");
  return { ok: true, limiter: await openPostgresRateLimiter(databaseUrl) };
}

export type { PlannedMigration };

function withoutLogin(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "PostgreSQL";
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${host}${pathname}`;
}
