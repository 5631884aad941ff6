import { onceDone } from "../../core/once.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import { exportMarkPrefix } from "../../core/storage/export-mark.ts";
import type { PlannedMigration } from "../../core/storage/installation-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { allOf } from "../../core/timing/all-of.ts";
import { createDeadlines, type Stopwatch, systemStopwatch } from "../../core/timing/deadlines.ts";
import { StoreDataError } from "../kit/errors.ts";
import { createPlacedCatalog } from "./catalog.ts";
import { createDistribution, noEntities } from "./distribution.ts";
import { createPlace, type Place } from "./place.ts";
import { placedReports } from "./reports.ts";
import { createAskPlaces, placedServing } from "./serving.ts";
import { placedSettlement } from "./settlement.ts";

/** The stores of {@link openPlaced}. */
export interface PlacedOptions {
  /**
   * The store of the catalogue, the keys, the statistics, the audit trail, webhooks and statements. Campaigns that it had before there
   * were places stay there.
   */
  readonly home: Store;
  /**
   * 2 to 64 stores for campaigns, in an order that never changes; new ones are added at the end. Each store belongs to one place of one
   * installation.
   */
  readonly places: readonly Store[];
  /** How long a place may take to answer before its campaigns are left out, in milliseconds. Default 1,000. */
  readonly awayAfterMs?: number | undefined;
  /** For tests. */
  readonly stopwatch?: Stopwatch | undefined;
}

const [minPlaces, maxPlaces] = [2, 64];
/** The name under which each store keeps where it belongs. */
const belongsTo = "place of";

/**
 * Opens a store that spreads campaigns over several stores, each of which holds the deliveries, budgets, caps and charges of its own.
 * Does no I/O. Throws a RangeError for another number of places. `close` closes all stores.
 */
export function openPlaced(options: PlacedOptions): Store {
  const { home: homeStore, places: stores, awayAfterMs = 1_000, stopwatch = systemStopwatch } = options;
  if (stores.length < minPlaces || stores.length > maxPlaces) {
    throw new RangeError(
      `openPlaced needs ${minPlaces} to ${maxPlaces} places beside home, not ${stores.length}`,
    );
  }
  const deadlines = createDeadlines({
    subject: "A place",
    timeoutMs: () => awayAfterMs,
    keepTimer: false,
    stopwatch,
  });
  let installation: Promise<string> | undefined;
  const installationId = (): Promise<string> => {
    installation ??= homeStore.firstValue(belongsTo, `0 ${crypto.randomUUID()}`).then((value) => {
      if (value?.startsWith("0 ") === true) return value.slice(2);
      throw new StoreDataError(
        "The store given as home is a place of an installation: give openPlaced the home of that installation.",
      );
    });
    installation.catch(() => {
      installation = undefined;
    });
    return installation;
  };
  const verifyPlace = async (number: number, store: Store): Promise<void> => {
    const wanted = `${number} ${await installationId()}`;
    const found = await store.firstValue(belongsTo, wanted);
    if (found === wanted) return;
    throw new StoreDataError(
      `Place ${number} is place ${found?.split(" ")[0]} of an installation: give openPlaced all places in their order.`,
    );
  };
  const all: Place[] = [];
  const distribution = createDistribution(
    () => homeOf(all).mirror,
    () => all.slice(1),
  );
  for (const [number, store] of [homeStore, ...stores].entries()) {
    const verify =
      number === 0 ? async () => void (await installationId()) : (own: Store) => verifyPlace(number, own);
    all.push(createPlace({ number, store, deadlines, onChange: distribution.compare, verify }));
  }
  const home = homeOf(all);
  const catalog = createPlacedCatalog({ home, places: all.slice(1), distribution, stopwatch, deadlines });
  const ask = createAskPlaces(all);
  const note = async (entry: AuditEntry): Promise<void> => {
    for (;;) {
      await home.read();
      const { outcome } = await home.apply({ upserts: noEntities, removals: [], audit: [entry] });
      if (outcome !== "conflict") return;
    }
  };
  const { know, readPlaces, ...catalogPart } = catalog;
  return {
    ...catalogPart,
    places: {
      count: all.length,
      of: (campaignId) => distribution.placeOf(campaignId) ?? 0,
      away: () => new Set(all.slice(1).flatMap((place) => (place.isAway() ? [place.number] : []))),
    },
    ...placedServing({ all, distribution, know }),
    ...placedReports(all, distribution),
    ...placedSettlement({ all, ask, note }),

    addCounts: (counts) => homeStore.addCounts(counts),
    readCounts: (query) => homeStore.readCounts(query),
    addApiKey: (key, audit, most) => homeStore.addApiKey(key, audit, most),
    listApiKeys: (publisherId) => homeStore.listApiKeys(publisherId),
    revokeApiKey: (id, afterMs, audit) => homeStore.revokeApiKey(id, afterMs, audit),
    rotateApiKey: (rotation) => homeStore.rotateApiKey(rotation),
    addStatement: (statement, audit) => homeStore.addStatement(statement, audit),
    listStatements: (query) => homeStore.listStatements(query),
    readAudit: (query) => homeStore.readAudit(query),
    listWebhooks: () => homeStore.listWebhooks(),
    putWebhook: (webhook, audit) => homeStore.putWebhook(webhook, audit),
    removeWebhook: (id, audit) => homeStore.removeWebhook(id, audit),
    addWebhookMessages: (messages) => homeStore.addWebhookMessages(messages),
    claimWebhookMessages: (limit, leaseMs) => homeStore.claimWebhookMessages(limit, leaseMs),
    settleWebhookMessage: (message, outcome) => homeStore.settleWebhookMessage(message, outcome),
    countWebhookMessages: () => homeStore.countWebhookMessages(),
    firstValue: async (name, value) => {
      const stored = await homeStore.firstValue(name, value);
      // A place drops its own deliveries, so it has to know that they are exported.
      if (name.startsWith(exportMarkPrefix)) for (const store of stores) await store.firstValue(name, value);
      return stored;
    },
    get retention() {
      // A deployment that exports has to set every store: one without it drops deliveries before they are exported.
      const untilExported = all.every(({ store }) => store.retention.untilExported === true);
      return { ...homeStore.retention, untilExported };
    },
    ready: async () => {
      await homeStore.ready();
      await readPlaces();
    },
    findRisks: async () => {
      const risks = await Promise.all(all.map(({ store }) => store.findRisks?.() ?? []));
      return risks.flatMap((found, number) =>
        found.map(({ message, fix }) => ({ message: `${nameOf(number)}: ${message}`, fix })),
      );
    },
    planMigrations: async () => inAll(await Promise.all(all.map(({ store }) => store.planMigrations()))),
    migrate: async () => {
      const applied = await Promise.all(all.map(({ store }) => store.migrate()));
      return [...new Map(applied.flat().map((step) => [step.number, step])).values()].sort(byNumber);
    },
    forgetUser: async (userKey, audit) => {
      // Home has the audit trail, so nothing is forgotten without it.
      let sum = await homeStore.forgetUser(userKey, audit);
      const isNoted = sum > 0;
      const noted = onceDone(async () => (audit === undefined || isNoted ? undefined : note(audit)));
      const forgetAt = async (store: Store): Promise<number> => {
        const forgotten = await store.forgetUser(userKey);
        // A place that cannot be reached must not keep the entry about the others back.
        if (forgotten > 0) await noted();
        return forgotten;
      };
      const counts = await Promise.allSettled(stores.map(forgetAt));
      for (const count of counts) {
        if (count.status === "rejected") throw count.reason;
        sum += count.value;
      }
      return sum;
    },
    close: () => allOf(all.map(({ store }) => store.close())),
  };
}

function homeOf(all: readonly Place[]): Place {
  const [home] = all;
  if (home === undefined) throw new Error("Home is not open yet.");
  return home;
}

function nameOf(number: number): string {
  return number === 0 ? "Home" : `Place ${number}`;
}

/** The steps of all stores; applied where all have it. */
function inAll(plans: readonly (readonly PlannedMigration[])[]): readonly PlannedMigration[] {
  const steps = new Map<number, PlannedMigration>();
  for (const step of plans.flat()) {
    if (steps.get(step.number)?.applied !== false) steps.set(step.number, step);
  }
  return [...steps.values()].sort(byNumber);
}

function byNumber(one: PlannedMigration, other: PlannedMigration): number {
  return one.number - other.number;
}
