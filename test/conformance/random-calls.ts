import type { Campaign, FrequencyCap } from "../../core/catalog/entities.ts";
import type { DeliveryEvent, IssueOrder } from "../../core/storage/delivery.ts";
import { campaign, choice, click, deliveryIdAt, order, press, seen } from "./fixtures.ts";
import type { Prng } from "./prng.ts";

export const campaignIds = ["a", "b", "c", "__proto__"] as const;

const users = ["user-1", "user-2", "user-3"];
const publishers = ["publisher-1", "publisher-2"];
const advertisers = ["An advertiser", "Another advertiser"];
const apiKeyIds = ["", "KEY00001"];
const prices = [0, 1, 33, 100, 100, 250];
const budgets = [0, 100, 500, 1_000, 5_000, Number.MAX_SAFE_INTEGER];
const windows = ["day", "day", 60_000, 3_600_000, 86_400_000] as const;
const zones = ["UTC", "CET", "America/Havana", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Kiritimati"];

/** Shortly before clocks change somewhere. */
export const beginnings: readonly number[] = [
  Date.UTC(2026, 2, 7, 20),
  Date.UTC(2026, 2, 28, 20),
  Date.UTC(2026, 9, 31, 20),
];

export const waits: readonly number[] = [
  1, 999, 1_000, 60_000, 1_800_000, 3_599_999, 3_600_000, 3_600_001, 43_200_000,
];

export function randomCampaign({ below, pick }: Prng, id: string): Campaign {
  const frequencyCap: FrequencyCap = { impressions: 1 + below(3), window: pick(windows) };
  return campaign(id, {
    status: below(6) === 0 ? "paused" : "active",
    totalBudgetMicros: below(4) === 0 ? undefined : pick(budgets),
    dailyBudgetMicros: below(3) === 0 ? pick(budgets) : undefined,
    timeZone: pick(zones),
    ...(below(2) === 0 ? { frequencyCap } : {}),
  });
}

/** One to six, each of a delivery of its own; now and then of one that is `known`. New ones are added to these. */
export function randomOrders({ below, pick }: Prng, known: string[], now: number): readonly IssueOrder[] {
  const orders = Array.from({ length: 1 + below(6) }, () => {
    const isRepeated = known.length > 0 && below(6) === 0;
    const id = isRepeated ? pick(known) : deliveryIdAt(now, known.length);
    if (!isRepeated) known.push(id);
    const choices = Array.from({ length: 1 + below(4) }, () =>
      choice(pick(campaignIds), pick(prices), { advertiser: pick(advertisers) }),
    );
    const owner = { publisherId: pick(publishers), apiKeyId: pick(apiKeyIds) };
    const rest = { userKey: pick(users), surface: below(3) === 0 ? "bot" : "web" } as const;
    const trust = {
      mark: known.length % 5 === 0 ? "ordered" : "",
      unprovenShareBps: known.length % 3 === 0 ? 2_000 : undefined,
    };
    return order(id, choices, { ...owner, ...rest, ...trust });
  });
  return [...new Map(orders.map((one) => [one.deliveryId, one])).values()];
}

/** One to eight different ones, mostly of young deliveries. */
export function randomEvents({ below, pick }: Prng, known: readonly string[]): readonly DeliveryEvent[] {
  const events = Array.from({ length: 1 + below(8) }, () => {
    const of = known.slice(below(3) === 0 ? 0 : -12);
    const id = of.length > 0 ? pick(of) : deliveryIdAt(0, 0);
    const clicked = { ...click(id), mark: "clicked" };
    return pick<DeliveryEvent>([seen(id), seen(id), clicked, press(id, below(2), below(2))]);
  });
  return [...new Map(events.map((event) => [JSON.stringify(event), event])).values()];
}
