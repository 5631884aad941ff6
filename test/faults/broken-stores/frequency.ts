import type { Campaign, FrequencyCap } from "../../../core/catalog/entities.ts";
import type { IssueOrder } from "../../../core/storage/delivery.ts";
import { type BrokenStore, brokenStore } from "./broken-store.ts";
import { storedWithout } from "./issue.ts";

const hourMs = 3_600_000;

export const brokenCaps: readonly BrokenStore[] = [
  brokenStore(
    "does not give a cap back when a delivery expired unseen",
    "a delivery that expired unseen gives its place in the cap back",
    (inner) => {
      const reached = new Set<string>();
      return {
        issue: async (orders) => {
          const allowed = orders.filter(({ userKey }) => !reached.has(userKey));
          for (const { userKey } of orders) reached.add(userKey);
          const outcomes = await inner.issue(allowed);
          return orders.map(
            (order) => outcomes[allowed.indexOf(order)] ?? { outcome: "refused", reasons: ["frequency_cap"] },
          );
        },
      };
    },
  ),
  brokenStore(
    "counts a place that was given back again when its clock is set back",
    "a place in a cap that was given back stays free when the clock is set back (window day)",
    (inner, clock) => {
      let latest = 0;
      return {
        issue: async (orders) => {
          const isSetBack = clock.now() < latest;
          latest = Math.max(latest, clock.now());
          if (!isSetBack) return inner.issue(orders);
          return orders.map(() => ({ outcome: "refused", reasons: ["frequency_cap"] }));
        },
        releaseExpired: async (limit) => {
          latest = Math.max(latest, clock.now());
          return inner.releaseExpired(limit);
        },
      };
    },
  ),
  brokenStore(
    "gives a cap back when a seen delivery is an hour old",
    "a delivery that was seen keeps its place in the cap after it expired",
    (inner, clock) => ({
      // A new name for the user with every hour: nothing older counts.
      issue: (orders) => inner.issue(orders.map((order) => renamed(order, Math.floor(clock.now() / hourMs)))),
    }),
  ),
  brokenStore(
    "gives a cap back when a pressed delivery is an hour old",
    "a press keeps a place in the cap as a view does",
    (inner, clock) => ({
      issue: (orders) => inner.issue(orders.map((order) => renamed(order, Math.floor(clock.now() / hourMs)))),
    }),
  ),
  brokenStore(
    "gives a cap back when nobody clicked a message",
    "a bot delivery keeps its place in the cap without a click",
    (inner) => ({
      issue: (orders) =>
        inner.issue(
          orders.map((order) => ({
            ...order,
            surface: "web",
            choices: order.choices.map((choice) => ({ ...choice, priceMicros: 0 })),
          })),
        ),
    }),
  ),
  brokenStore("lets all users share a cap", "a cap is per user and per campaign", (inner) => ({
    issue: (orders) => inner.issue(orders.map((order) => ({ ...order, userKey: "everybody" }))),
  })),
  brokenStore(
    "counts a delivery that is exactly as old as the window",
    "a sliding cap reaches back to deliveries younger than its window",
    (inner) =>
      storedWithout(
        inner,
        capped((cap) => (cap.window === "day" ? cap : { ...cap, window: cap.window + 1 })),
      ),
  ),
  brokenStore(
    "begins the window anew instead of letting it slide",
    "a sliding cap counts each delivery on its own",
    (inner, clock) => ({
      issue: (orders) =>
        inner.issue(orders.map((order) => renamed(order, Math.floor(clock.now() / 600_000)))),
    }),
  ),
  brokenStore(
    "tells every campaign's day in UTC",
    "a day cap begins anew at midnight in the campaign's zone, on UTC+14 too",
    (inner) => storedWithout(inner, (campaign) => ({ ...campaign, timeZone: "UTC" })),
  ),
  brokenStore("takes every day for 24 hours", "a day cap holds to the end of a day of 25 hours", (inner) =>
    storedWithout(
      inner,
      capped((cap) => (cap.window === "day" ? { ...cap, window: 24 * hourMs } : cap)),
    ),
  ),
  brokenStore(
    "keeps the offset of the winter in the summer",
    "a daily budget follows the clocks when they change",
    (inner) => storedWithout(inner, (campaign) => ({ ...campaign, timeZone: "Etc/GMT+5" })),
  ),
  brokenStore(
    "counts windows in whole seconds",
    "a sliding cap of 59999 ms ends on its millisecond",
    (inner) =>
      storedWithout(
        inner,
        capped((cap) => sliding(cap, (ms) => Math.ceil(ms / 1_000) * 1_000)),
      ),
  ),
  brokenStore(
    "looks back no further than a month for a cap",
    "a sliding cap of 7776000000 ms ends on its millisecond",
    (inner) =>
      storedWithout(
        inner,
        capped((cap) => sliding(cap, (ms) => Math.min(ms, 30 * 24 * hourMs))),
      ),
  ),
  brokenStore(
    "begins a sliding window anew at midnight",
    "a sliding cap takes no notice of midnight",
    (inner, clock) => ({
      issue: (orders) =>
        inner.issue(orders.map((order) => renamed(order, Math.floor(clock.now() / (24 * hourMs))))),
    }),
  ),
  brokenStore(
    "rounds the offset of a zone to whole hours",
    "in Asia/Kathmandu the day 2026-03-04 ends on its millisecond, for caps and budgets",
    (inner) =>
      storedWithout(inner, (campaign) =>
        campaign.timeZone === "Asia/Kathmandu" ? { ...campaign, timeZone: "Etc/GMT-6" } : campaign,
      ),
  ),
  brokenStore(
    "changes every zone's clocks by a whole hour",
    "in Australia/Lord_Howe the day 2026-04-05 ends on its millisecond, for caps and budgets",
    (inner) =>
      storedWithout(inner, (campaign) =>
        campaign.timeZone === "Australia/Lord_Howe"
          ? { ...campaign, timeZone: "Australia/Sydney" }
          : campaign,
      ),
  ),
  brokenStore(
    "takes the name of a zone for an abbreviation",
    "in CET the day 2026-06-30 ends on its millisecond, for caps and budgets",
    (inner) =>
      storedWithout(inner, (campaign) => ({
        ...campaign,
        timeZone: abbreviations.get(campaign.timeZone) ?? campaign.timeZone,
      })),
  ),
  brokenStore(
    "keeps a cap that was taken away",
    "any calls in any order are answered as the memory store answers them (seed 1)",
    (inner) => {
      const caps = new Map<string, FrequencyCap>();
      return storedWithout(inner, (campaign) => {
        const frequencyCap = campaign.frequencyCap ?? caps.get(campaign.id);
        if (frequencyCap === undefined) return campaign;
        caps.set(campaign.id, frequencyCap);
        return { ...campaign, frequencyCap };
      });
    },
  ),
  brokenStore(
    "begins a day when the clocks of winter show midnight",
    "a day that has midnight twice gives its cap and its budget once",
    (inner) => storedWithout(inner, (campaign) => ({ ...campaign, timeZone: "Etc/GMT+5" })),
  ),
];

const abbreviations: ReadonlyMap<string, string> = new Map([
  ["CET", "Etc/GMT-1"],
  ["EET", "Etc/GMT-2"],
  ["MET", "Etc/GMT-1"],
  ["WET", "Etc/GMT"],
]);

function sliding(cap: FrequencyCap, change: (ms: number) => number): FrequencyCap {
  return cap.window === "day" ? cap : { ...cap, window: change(cap.window) };
}

function renamed(order: IssueOrder, era: number): IssueOrder {
  return { ...order, userKey: `${order.userKey} ${era}` };
}

function capped(change: (cap: FrequencyCap) => FrequencyCap): (campaign: Campaign) => Campaign {
  return (campaign) =>
    campaign.frequencyCap === undefined
      ? campaign
      : { ...campaign, frequencyCap: change(campaign.frequencyCap) };
}
