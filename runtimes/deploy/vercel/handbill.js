// Money in PostgreSQL, rate limits in Upstash Redis: one handbill for all functions of the project.
import { createHandbill } from "handbill";
import { openPostgres, openPostgresRateLimiter } from "handbill/adapters/postgres";
import { openUpstashRateLimiter } from "handbill/adapters/upstash";
import { environment } from "handbill/vercel";

/** Not awaited while loading: a function is one script, and the platform need not wait before it takes the request. */
export const opened = open();
export const handbill = opened.then((all) => all.handbill);

async function open() {
  // The pooler gives a connection for a transaction at a time; an instance needs few.
  const store = await openPostgres(needed("DATABASE_URL"), {
    maxConnections: 2,
    idleTimeoutMs: 10_000,
    deliveriesKeptMs: keptMs("HANDBILL_DELIVERIES_KEPT_DAYS"),
    countsKeptMs: keptMs("HANDBILL_COUNTS_KEPT_DAYS"),
    networksKeptMs: keptMs("HANDBILL_NETWORKS_KEPT_DAYS"),
    untilExported: isOn("HANDBILL_KEEP_UNTIL_EXPORTED"),
  });
  const limiter = await openLimiter();
  return { store, limiter, handbill: createHandbill({ store, limiter, env: environment }) };
}

/** Upstash unless HANDBILL_RATE_LIMITER names another. With `memory` each instance counts for itself. */
async function openLimiter() {
  const kind = environment("HANDBILL_RATE_LIMITER") || "upstash";
  if (kind === "memory") return undefined;
  if (kind === "postgres") return openPostgresRateLimiter(needed("DATABASE_URL"));
  if (kind !== "upstash") throw new Error("HANDBILL_RATE_LIMITER must be upstash, postgres or memory.");
  // It is asked once for each batch of requests.
  const url = needed("UPSTASH_REDIS_REST_URL");
  return openUpstashRateLimiter({ url, token: needed("UPSTASH_REDIS_REST_TOKEN") });
}

function needed(name) {
  const value = environment(name);
  if (value) return value;
  throw new Error(`Set ${name} in the project's environment variables and deploy again.`);
}

/** A number of days in milliseconds. The store has the bounds. */
function keptMs(name) {
  const days = environment(name);
  if (!days) return undefined;
  if (/^\d{1,5}$/.test(days)) return Number(days) * 86_400_000;
  throw new Error(`${name} must be a whole number of days.`);
}

/** A switch, off by default. */
function isOn(name) {
  const value = environment(name) || "off";
  if (value === "on" || value === "off") return value === "on";
  throw new Error(`${name} must be on or off.`);
}
