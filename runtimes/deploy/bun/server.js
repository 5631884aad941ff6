// bun build --compile --minify server.js --outfile handbill: one file to copy. `./handbill migrate`, then `./handbill`.
import process from "node:process";
import { createMetrics } from "handbill";
import { openPostgres, openPostgresRateLimiter } from "handbill/adapters/postgres";
import { environment, serve } from "handbill/bun";
import { createConsole } from "handbill/console";
import { createInstallation } from "handbill/management";

const databaseUrl = environment("DATABASE_URL");
if (!databaseUrl) throw new Error("Set DATABASE_URL: postgres://user:password@host/database");
const store = await openPostgres(databaseUrl, {
  deliveriesKeptMs: keptMs("HANDBILL_DELIVERIES_KEPT_DAYS"),
  countsKeptMs: keptMs("HANDBILL_COUNTS_KEPT_DAYS"),
  networksKeptMs: keptMs("HANDBILL_NETWORKS_KEPT_DAYS"),
  untilExported: isOn("HANDBILL_KEEP_UNTIL_EXPORTED"),
});

if (process.argv[2] === "migrate") {
  for (const { number, name } of await store.migrate()) console.log(number, name);
  await store.close();
} else {
  const limiter = await openLimiter();
  await store.ready();
  const hasConsole = environment("HANDBILL_CONSOLE") === "on";
  const installation = createInstallation({
    store,
    limiter,
    env: environment,
    metrics: createMetrics(),
    management: hasConsole || Boolean(environment("HANDBILL_OPERATOR_TOKEN")),
    console: hasConsole ? createConsole() : undefined,
  });
  // After a signal it serves for HANDBILL_DRAIN without being ready, then closes itself and the store.
  const { url, closed } = await serve(installation, {
    port: Number(environment("PORT") || 8787),
    hostname: environment("HANDBILL_HOST"),
    signals: true,
    drainMs: drainMs(),
    production: true,
  });
  console.log(`Handbill listens on ${url}`);
  await closed.finally(() => limiter?.close());
}

/** As `handbill start` has it: all instances count together, or each one for itself. */
async function openLimiter() {
  const kind = environment("HANDBILL_RATE_LIMITER") || "memory";
  if (kind === "postgres") return openPostgresRateLimiter(databaseUrl);
  if (kind !== "memory") throw new Error("HANDBILL_RATE_LIMITER must be memory or postgres.");
}

/** The time in which a load balancer notices that the server ends: seconds, by default 3. */
function drainMs() {
  const [, seconds] = /^(\d{1,2})s$/.exec(environment("HANDBILL_DRAIN") || "3s") ?? [];
  if (seconds) return Number(seconds) * 1_000;
  throw new Error("HANDBILL_DRAIN must be a number of seconds, such as 5s.");
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
