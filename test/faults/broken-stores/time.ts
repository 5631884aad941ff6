import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { type BrokenStore, brokenStore } from "./broken-store.ts";
import { mapOutcomes } from "./record.ts";

export const brokenInTime: readonly BrokenStore[] = [
  {
    name: "judges time by another clock than the harness's",
    caughtBy: "a view at 1,000 ms is recorded",
    open: async () => {
      const now = Date.now();
      const store = createMemoryStore({ clock: () => now });
      return { stores: [store, store], close: async () => {} };
    },
  },
  {
    name: "shares nothing between its instances",
    caughtBy: "a change that one store confirmed is visible to the other at once",
    open: async (clock) => ({
      stores: [createMemoryStore({ clock: clock.now }), createMemoryStore({ clock: clock.now })],
      close: async () => {},
    }),
  },
  brokenStore(
    "counts a view at 999 ms",
    "a view at 999 ms is too early and changes nothing",
    (inner, _, skew) => ({ record: (events) => skew.while(1, () => inner.record(events)) }),
  ),
  brokenStore("finds a view at 1,000 ms too early", "a view at 1,000 ms is recorded", (inner, _, skew) => ({
    record: (events) => skew.while(-1, () => inner.record(events)),
  })),
  brokenStore(
    "judges by the latest time that it has seen",
    "a view is too early again while the clock is set back",
    (inner, clock, skew) => {
      let latest = 0;
      const look = (): number => {
        latest = Math.max(latest, clock.now());
        return latest - clock.now();
      };
      return {
        readSpend: (ids) => skew.while(look(), () => inner.readSpend(ids)),
        record: (events) => skew.while(look(), () => inner.record(events)),
      };
    },
  ),
  brokenStore("expires a view at 3,600,000 ms", "a view at 3,600,000 ms is recorded", (inner, _, skew) => ({
    record: (events) => skew.while(1, () => inner.record(events)),
  })),
  brokenStore(
    "counts a view at 3,600,001 ms",
    "a view at 3,600,001 ms is expired and changes nothing",
    (inner, _, skew) => ({ record: (events) => skew.while(-1, () => inner.record(events)) }),
  ),
  brokenStore(
    "counts a press at 3,600,001 ms",
    "a press and a click count at 3,600,000 ms and no later",
    (inner, _, skew) => ({
      record: (events) =>
        skew.while(events.some(({ kind }) => kind === "press") ? -1 : 0, () => inner.record(events)),
    }),
  ),
  brokenStore("makes a press wait for a second", "a press and a click count at once", (inner) =>
    mapOutcomes(inner, (outcome, { kind }) =>
      kind === "press" &&
      outcome.outcome === "recorded" &&
      outcome.delivery.issuedAt === outcome.delivery.pressedAt
        ? { outcome: "too_early", delivery: outcome.delivery }
        : outcome,
    ),
  ),
  brokenStore(
    "uses up a view that came too early",
    "a view at 999 ms is too early and changes nothing",
    (inner) => {
      const used = new Set<string>();
      return mapOutcomes(inner, (outcome, { deliveryId, kind }) => {
        if (outcome.outcome === "too_early") used.add(deliveryId);
        return outcome.outcome === "recorded" && kind === "seen" && used.has(deliveryId)
          ? { outcome: "duplicate", delivery: outcome.delivery }
          : outcome;
      });
    },
  ),
  brokenStore(
    "finds a repeated view a duplicate after it expired",
    "expired is judged before too early and before duplicate",
    (inner) =>
      mapOutcomes(inner, (outcome) =>
        outcome.outcome === "expired" && outcome.delivery.seenAt !== undefined
          ? { outcome: "duplicate", delivery: outcome.delivery }
          : outcome,
      ),
  ),
  brokenStore(
    "never releases before it refuses",
    "an expired hold never refuses an order",
    (inner, clock, skew) => {
      const opened = clock.now();
      return { issue: (orders) => skew.while(opened - clock.now(), () => inner.issue(orders)) };
    },
  ),
  brokenStore("never gives a hold back", "holds of expired unseen deliveries are given back", () => ({
    releaseExpired: async () => 0,
  })),
  brokenStore(
    "lets two releasers give the same holds back",
    "racing releasers give each hold back once",
    (inner) => {
      let scan: Promise<number> | undefined;
      return {
        releaseExpired: async (limit) => {
          scan ??= inner.releaseExpired(limit);
          const released = await scan;
          scan = undefined;
          return released;
        },
      };
    },
  ),
  brokenStore(
    "releases more than it was asked to",
    "a release gives back no more than its limit, oldest first",
    (inner) => ({ releaseExpired: () => inner.releaseExpired(Number.POSITIVE_INFINITY) }),
  ),
  brokenStore("releases at 3,600,000 ms", "nothing is given back at 3,600,000 ms", (inner, _, skew) => ({
    releaseExpired: (limit) => skew.while(1, () => inner.releaseExpired(limit)),
  })),
];
