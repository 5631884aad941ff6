import type { Delivery } from "../../core/storage/delivery.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { campaign, click, order, platform, press, publisher, seen } from "../conformance/fixtures.ts";
import { idNamed } from "./delivery-ids.ts";

/** The operations that a store has confirmed: promises fulfilled before the crash. */
export interface Confirmed {
  readonly issued: Set<string>;
  /** Deliveries for which an event was answered "recorded", and those of them for which it said "charged". */
  readonly recorded: Set<string>;
  readonly charged: Set<string>;
}

export const stormCampaigns = ["storm-a", "storm-b", "storm-c"] as const;

/** Campaigns of a storm: one unlimited, one that runs out, one with a daily budget. */
export async function prepareStorm(store: Store): Promise<void> {
  const { version } = await store.readCatalog();
  const [a, b, c] = stormCampaigns;
  const applied = await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [publisher()],
      platforms: [platform()],
      campaigns: [
        campaign(a),
        campaign(b, { totalBudgetMicros: 50_000 }),
        campaign(c, { dailyBudgetMicros: 100_000, frequencyCap: { impressions: 50, window: "day" } }),
      ],
      creatives: [],
      topics: [],
    },
    removals: [],
  });
  if (applied.outcome !== "applied")
    throw new Error(`the storm's campaigns were not stored: ${applied.outcome}`);
}

export function nothingConfirmed(): Confirmed {
  return { issued: new Set(), recorded: new Set(), charged: new Set() };
}

/**
 * Issues batches and records events of them until a call is rejected; each batch is noted when it is
 * confirmed. `name` keeps the ids of several stormers apart.
 */
export async function storm(
  store: ServingStore,
  name: string,
  confirmed: Confirmed,
  onProgress: () => void,
): Promise<unknown> {
  const [a, b, c] = stormCampaigns;
  const rankings = [[b, a], [c, b, a], [a], [c, a]];
  try {
    for (let round = 0; ; round += 1) {
      const orders = Array.from({ length: 16 }, (_, n) =>
        order(idNamed(`${name}-${round}-${n}`), rankings[n % rankings.length] ?? [a], {
          userKey: `user-${n % 5}`,
          surface: n % 8 === 7 ? "bot" : "web",
        }),
      );
      const deliveries = issuedOf(await store.issue(orders));
      for (const { id } of deliveries) confirmed.issued.add(id);
      const events = deliveries.map(({ id }, n) =>
        n % 3 === 0 ? click(id) : n % 3 === 1 ? press(id) : click(id),
      );
      const outcomes = await store.record(events);
      for (const [n, outcome] of outcomes.entries()) {
        const id = events[n]?.deliveryId ?? "";
        if (outcome.outcome === "recorded") confirmed.recorded.add(id);
        if (outcome.outcome === "recorded" && outcome.charged) confirmed.charged.add(id);
      }
      await store.record(deliveries.slice(0, 4).map(({ id }) => seen(id)));
      onProgress();
    }
  } catch (error) {
    return error;
  }
}

/** The confirmed operations that are lost; empty when every promise was kept. */
export async function lost(store: Store, confirmed: Confirmed): Promise<readonly string[]> {
  const found = new Map<string, Delivery>();
  const ids = [...confirmed.issued];
  for (let start = 0; start < ids.length; start += 512) {
    for (const delivery of await store.findDeliveries(ids.slice(start, start + 512))) {
      if (delivery !== undefined) found.set(delivery.id, delivery);
    }
  }
  return [
    ...ids.filter((id) => !found.has(id)).map((id) => `issue of ${id}`),
    ...[...confirmed.recorded]
      .filter((id) => found.get(id)?.seenAt === undefined)
      .map((id) => `event of ${id}`),
    ...[...confirmed.charged]
      .filter((id) => found.get(id)?.chargedAt === undefined)
      .map((id) => `charge of ${id}`),
  ];
}

function issuedOf(outcomes: Awaited<ReturnType<ServingStore["issue"]>>): readonly Delivery[] {
  return outcomes.flatMap((outcome) => (outcome.outcome === "issued" ? [outcome.delivery] : []));
}
