import type { Delivery, DeliveryEvent, RecordOutcome } from "../../../core/storage/delivery.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";

export const brokenAtRecord: readonly BrokenStore[] = [
  brokenStore(
    "has no unique key on the charge",
    "of 64 views of one delivery one is recorded and charges",
    lookThenRecord,
  ),
  brokenStore("has no unique key on a press", "of 64 presses of one button one is recorded", lookThenRecord),
  brokenStore(
    "answers before it commits",
    "a change that one store confirmed is visible to the other at once",
    (inner, clock) => ({
      record: async (events) => {
        const before = await inner.findDeliveries(events.map(({ deliveryId }) => deliveryId));
        setTimeout(() => void inner.record(events), 0);
        return before.map((delivery): RecordOutcome => {
          if (delivery === undefined) return { outcome: "unknown" };
          const now = clock.now();
          return {
            outcome: "recorded",
            charged: true,
            delivery: { ...delivery, seenAt: now, chargedAt: now },
          };
        });
      },
    }),
  ),
  brokenStore(
    "charges a press again",
    "the first event charges when it is a seen, and no later one does",
    (inner) =>
      mapOutcomes(inner, (outcome, event) => (event.kind === "press" ? claimCharge(outcome) : outcome)),
  ),
  brokenStore(
    "charges a click again",
    "view, press and click race for one charge and are each recorded once",
    (inner) =>
      mapOutcomes(inner, (outcome, event) => (event.kind === "click" ? claimCharge(outcome) : outcome)),
  ),
  brokenStore("charges house ads", "a house ad is recorded and never charged", (inner) =>
    mapOutcomes(inner, claimCharge),
  ),
  brokenStore(
    "takes every press of a delivery for the same",
    "distinct presses are recorded once each, in their order",
    (inner) => {
      const pressed = new Set<string>();
      return mapOutcomes(inner, (outcome, event) => {
        if (event.kind !== "press" || outcome.outcome !== "recorded") return outcome;
        if (pressed.has(event.deliveryId)) return { outcome: "duplicate", delivery: outcome.delivery };
        pressed.add(event.deliveryId);
        return outcome;
      });
    },
  ),
  brokenStore(
    "keeps a press from setting the time of the view",
    "a press and a click set the time of the view",
    (inner) => mapOutcomes(inner, (outcome) => patched(outcome, { seenAt: undefined })),
  ),
  brokenStore(
    "lets a bot click overspend",
    "64 bot clicks share the free budget without overspending",
    (inner) => ({
      record: async (events) => {
        await liftBudgets(inner);
        return inner.record(events);
      },
    }),
  ),
  brokenStore(
    "charges an unpaid bot click when it is repeated",
    "a bot click beyond the budget is recorded, unpaid for ever",
    (inner) =>
      mapOutcomes(inner, (outcome) =>
        outcome.outcome === "duplicate" && outcome.delivery.chargedAt === undefined
          ? { outcome: "recorded", charged: true, delivery: outcome.delivery }
          : outcome,
      ),
  ),
  brokenStore(
    "charges the day of the click instead of the day of the issue",
    "a hold and its charge belong to the day of the issue",
    (inner) => {
      const moved = new Map<string, number>();
      return {
        ...mapOutcomes(inner, (outcome) => {
          if (outcome.outcome !== "recorded" || !outcome.charged) return outcome;
          const { campaignId, priceMicros } = outcome.delivery;
          moved.set(campaignId, (moved.get(campaignId) ?? 0) + priceMicros);
          return outcome;
        }),
        readSpend: async (ids) =>
          (await inner.readSpend(ids)).map(
            (spend) => spend && { ...spend, dayUsedMicros: moved.get(spend.campaignId) ?? 0 },
          ),
      };
    },
  ),
  brokenStore(
    "forgets deliveries whose campaign was removed",
    "open deliveries of a removed campaign are charged as issued",
    (inner) => ({
      record: async (events) => {
        const { catalog } = await inner.readCatalog();
        const there = new Set(catalog.campaigns.map(({ id }) => id));
        const outcomes = await inner.record(events);
        return outcomes.map((outcome) =>
          outcome.outcome !== "unknown" && there.has(outcome.delivery.campaignId)
            ? outcome
            : { outcome: "unknown" },
        );
      },
    }),
  ),
  brokenStore(
    "answers found deliveries without their places",
    "an unknown id keeps its place in an answer",
    (inner) => ({
      findDeliveries: async (ids) =>
        (await inner.findDeliveries(ids)).filter((delivery) => delivery !== undefined),
    }),
  ),
  brokenStore(
    "keeps what it reads in a plain object",
    "any text is an id: of campaigns, users, platforms, placements and topics",
    (inner) => ({
      readSpend: async (ids) => {
        const byId: Record<string, Awaited<ReturnType<Store["readSpend"]>>[number]> = {};
        for (const spend of await inner.readSpend(ids)) if (spend) byId[spend.campaignId] = spend;
        return ids.map((id) => (Object.hasOwn(byId, id) ? byId[id] : undefined));
      },
    }),
  ),
];

/** Two transactions: whether the event is new is looked up in the first, and believed in the second. */
function lookThenRecord(inner: Store): Partial<Store> {
  return {
    record: async (events) => {
      const before = await inner.findDeliveries(events.map(({ deliveryId }) => deliveryId));
      await roundTrip();
      const outcomes = await inner.record(events);
      return outcomes.map((outcome, index) =>
        outcome.outcome === "duplicate" && before[index]?.seenAt === undefined
          ? { outcome: "recorded", charged: true, delivery: outcome.delivery }
          : outcome,
      );
    },
  };
}

export function mapOutcomes(
  inner: Store,
  map: (outcome: RecordOutcome, event: DeliveryEvent) => RecordOutcome,
): Partial<Store> {
  return {
    record: async (events) => {
      const outcomes = await inner.record(events);
      return outcomes.map((outcome, index) => {
        const event = events[index];
        return event === undefined ? outcome : map(outcome, event);
      });
    },
  };
}

export function claimCharge(outcome: RecordOutcome): RecordOutcome {
  return outcome.outcome === "recorded" ? { ...outcome, charged: true } : outcome;
}

function patched(outcome: RecordOutcome, fields: Partial<Delivery>): RecordOutcome {
  return outcome.outcome === "unknown"
    ? outcome
    : { ...outcome, delivery: { ...outcome.delivery, ...fields } };
}

async function liftBudgets(inner: Store): Promise<void> {
  const { version, catalog } = await inner.readCatalog();
  const campaigns = catalog.campaigns.map(({ totalBudgetMicros: _, dailyBudgetMicros: __, ...rest }) => rest);
  await inner.applyCatalog({
    expectedVersion: version,
    upserts: { publishers: [], platforms: [], campaigns, creatives: [], topics: [] },
    removals: [],
  });
}
