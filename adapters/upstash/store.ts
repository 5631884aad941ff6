import type { PlannedMigration } from "../../core/storage/installation-store.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { checkedBatch } from "../kit/batch.ts";
import { checkedRetention, ordersToKeep } from "../kit/retention.ts";
import { catalogOf } from "../kit/stored-entities.ts";
import { addApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./api-keys.ts";
import { applyCatalog } from "./apply.ts";
import { catalogChanges, readRemoved } from "./catalog.ts";
import type { UpstashRedis } from "./client.ts";
import type { Context } from "./context.ts";
import { nowArgument } from "./context.ts";
import { addCounts, readCounts } from "./counts.ts";
import { forgetUser } from "./forget-user.ts";
import { issue } from "./issue.ts";
import { misfit, parseNumber, parseText } from "./json.ts";
import { keysOf } from "./keys.ts";
import { auditLedger, findDeliveries, readCreatives, readSpend } from "./reads.ts";
import { readRecentDeliveries } from "./recent-deliveries.ts";
import { record } from "./record.ts";
import { listUniques, readAudit, readCharges, readUniques } from "./reports.ts";
import { scriptRunner } from "./run-script.ts";
import { releaseScript } from "./scripts/release.ts";
import { settingScript } from "./scripts/settings.ts";
import { settlementOf } from "./settlement.ts";
import { webhooksOf } from "./webhooks.ts";

const defaultDeliveriesKeptMs = 30 * 86_400_000;

/** Holds that one script gives back. */
const maxReleased = 512;

/** Options of every store on Upstash Redis. */
export interface StoreOptions {
  /** Installations on one database differ in it: 1 to 64 letters, digits, `_`, `.` and `-`. Default `handbill`. */
  readonly prefix?: string | undefined;
  /**
   * How long a delivery is kept, in milliseconds: so long its click link leads on and its user counts in reports of
   * different users. A frequency cap that is set or lengthened later counts what was issued in this time. Default 30 days,
   * at least one. Charges, totals and caps in force do not depend on it.
   */
  readonly deliveriesKeptMs?: number | undefined;
  /** How long an hour of statistics is kept, in milliseconds. Default 400 days, at least one. */
  readonly countsKeptMs?: number | undefined;
  /** How long the networks of deliveries are kept, in milliseconds: 7 to 30 days. Default 30 days; 0 stores none. */
  readonly networksKeptMs?: number | undefined;
  /** For tests only: without it Redis TIME judges, as it must when there are several instances. */
  readonly clock?: Clock | undefined;
}

/** Options of a store on a client of the application. */
export interface UpstashStoreOptions extends StoreOptions {
  /**
   * A client of @upstash/redis: `new Redis({ url, token, automaticDeserialization: false, enableTelemetry: false, signal:
   * () => AbortSignal.timeout(4_000) })`. With a `signal` that is no function a call that takes too long is an outage,
   * too, but is only known by its empty answer. Its own retries are safe.
   */
  readonly redis: UpstashRedis;
}

/** The storage ports on Upstash Redis. */
export type UpstashStore = Store;

/**
 * The storage ports on Upstash Redis. The same outcomes as every other adapter, for any number of instances, as long as
 * Redis keeps what it confirmed: with `appendfsync always` it does when it is killed, with `everysec` it does not, and a
 * fail-over of the service may lose or repeat the last charges. An operation on more than 64 orders or events is several
 * atomic steps; when it is rejected, whole steps of it may have been done, and repeating it is safe. Eviction must be off.
 */
export function createUpstashStore({ redis, ...options }: UpstashStoreOptions): UpstashStore {
  return storeOn(async () => redis, options);
}

/** The store over a client that is made when it is first needed. */
export function storeOn(connect: () => Promise<UpstashRedis>, options: StoreOptions): UpstashStore {
  const keys = keysOf(options.prefix);
  const retention = checkedRetention(
    options.deliveriesKeptMs ?? defaultDeliveriesKeptMs,
    options.countsKeptMs,
    options.networksKeptMs,
  );
  const context: Context = {
    run: scriptRunner(connect),
    keys,
    clock: options.clock,
    ...retention,
  };
  const webhooks = webhooksOf(context);
  const ready = async (): Promise<void> => void (await readCreatives(context, ["0"]));
  // There is no schema, but only a database that answers is up to date.
  const noMigrations = async (): Promise<readonly PlannedMigration[]> => ready().then(() => []);
  return {
    catalogChanges: (since) => catalogChanges(context, since),
    readSpend: async (ids) => readSpend(context, checkedBatch(ids)),
    readCreatives: async (ids) => readCreatives(context, checkedBatch(ids)),
    findDeliveries: async (ids) => findDeliveries(context, checkedBatch(ids)),
    issue: async (orders) => issue(context, ordersToKeep(checkedBatch(orders), retention)),
    record: async (events) => record(context, checkedBatch(events)),
    releaseExpired: (limit) => releaseExpired(context, limit),
    addCounts: async (counts) => addCounts(context, checkedBatch(counts)),
    readCounts: (query) => readCounts(context, query),

    async readCatalog() {
      const { version, ...delta } =
        (await catalogChanges(context, undefined)).delta ?? misfit("the catalogue");
      return { version, catalog: catalogOf(delta) };
    },
    applyCatalog: (change) => applyCatalog(context, change),
    readRemoved: async (refs) => readRemoved(context, checkedBatch(refs)),
    addApiKey: (key, audit, most) => addApiKey(context, key, audit, most),
    listApiKeys: (publisherId) => listApiKeys(context, publisherId),
    revokeApiKey: (id, afterMs, audit) => revokeApiKey(context, id, afterMs, audit),
    rotateApiKey: (rotation) => rotateApiKey(context, rotation),
    auditLedger: () => auditLedger(context),

    retention,
    ready,
    planMigrations: noMigrations,
    migrate: noMigrations,
    async firstValue(name, value) {
      const args = value === undefined ? [name] : [name, value];
      const { lines } = await context.run(settingScript, [keys.root], args);
      return lines.length === 0 ? undefined : parseText(lines[0]);
    },
    forgetUser: (userKey, audit) => forgetUser(context, userKey, audit),
    close: async () => {},

    readCharges: (query) => readCharges(context, query),
    readUniques: (query) => readUniques(context, query),
    listUniques: (query) => listUniques(context, query),
    readRecentDeliveries: (query) => readRecentDeliveries(context, query),
    readAudit: (query) => readAudit(context, query),
    ...settlementOf(context),
    ...webhooks,
    addWebhookMessages: async (messages) => webhooks.addWebhookMessages(checkedBatch(messages)),
  };
}

async function releaseExpired(context: Context, limit: number): Promise<number> {
  let released = 0;
  while (released < limit) {
    const wanted = Math.min(maxReleased, limit - released);
    const args = [nowArgument(context), String(wanted), String(context.countsKeptMs)];
    const { head } = await context.run(releaseScript, [context.keys.root], args);
    const count = parseNumber(head[1]);
    released += count;
    if (count < wanted) break;
  }
  return released;
}
