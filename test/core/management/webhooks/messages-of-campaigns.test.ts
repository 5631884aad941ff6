import { expect, test } from "vitest";
import type { Campaign } from "../../../../core/catalog/entities.ts";
import { messagesOfCampaigns } from "../../../../core/management/webhooks/messages-of-campaigns.ts";
import type { Spend } from "../../../../core/storage/serving-store.ts";
import { campaign, webhook } from "./scenery.ts";

const now = Date.UTC(2026, 2, 4, 12);
const hour = 3_600_000;
const operators = { webhook: webhook(), since: 0 };

function spend(spentMicros: number, daySpentMicros = 0, day = "2026-03-04"): Spend {
  return {
    campaignId: "cmp_1",
    spentMicros,
    usedMicros: spentMicros,
    heldMicros: 0,
    day,
    dayUsedMicros: daySpentMicros,
    dayHeldMicros: 0,
  };
}

function told(
  fields: Partial<Campaign>,
  spent?: Spend,
  at: number = now,
): { type: string; id: string; data: unknown }[] {
  const messages = messagesOfCampaigns(
    [{ campaign: campaign(fields), spend: spent }],
    at,
    [operators],
    "EUR",
  );
  return messages.map(({ id, type, payload }) => ({ id, type, data: JSON.parse(payload).data }));
}

function types(fields: Partial<Campaign>, spent?: Spend, at?: number): string[] {
  return told(fields, spent, at).map(({ type }) => type);
}

test.each([
  [799_999, []],
  [800_000, ["budget.80_percent"]],
  [999_000, ["budget.80_percent"]],
  [999_001, ["budget.80_percent", "budget.exhausted"]],
  [1_000_000, ["budget.80_percent", "budget.exhausted"]],
])("of a budget of 1,000,000 at a price of 1,000, %i spent is told as %j", (spent, expected) => {
  expect(types({ totalBudgetMicros: 1_000_000 }, spend(spent))).toEqual(expected);
  expect(types({ dailyBudgetMicros: 1_000_000 }, spend(spent, spent))).toEqual(expected);
});

test("four fifths are exact for budgets that the price does not divide, and for the largest", () => {
  expect(types({ totalBudgetMicros: 1_001_001, priceMicros: 1 }, spend(800_800))).toEqual([]);
  expect(types({ totalBudgetMicros: 1_001_001, priceMicros: 1 }, spend(800_801))).toEqual([
    "budget.80_percent",
  ]);
  const largest = 9_000_000_000_000_000;
  expect(types({ totalBudgetMicros: largest }, spend(7_199_999_999_999_999))).toEqual([]);
  expect(types({ totalBudgetMicros: largest }, spend(7_200_000_000_000_000))).toEqual(["budget.80_percent"]);
});

test("a budget without spend, and held amounts alone, cause no event", () => {
  expect(types({ totalBudgetMicros: 0 }, spend(0))).toEqual([]);
  expect(types({ totalBudgetMicros: 1_000_000 }, { ...spend(0), heldMicros: 1_000_000 })).toEqual([]);
});

test("the total and the daily budget are distinguished", () => {
  const fields = { totalBudgetMicros: 10_000_000, dailyBudgetMicros: 1_000_000 };
  expect(told(fields, spend(8_000_000, 800_000)).map(({ data }) => data)).toEqual([
    {
      campaign_id: "cmp_1",
      budget: "total",
      currency: "EUR",
      budget_micros: 10_000_000,
      spent_micros: 8_000_000,
    },
    {
      campaign_id: "cmp_1",
      budget: "daily",
      currency: "EUR",
      day: "2026-03-04",
      budget_micros: 1_000_000,
      spent_micros: 800_000,
    },
  ]);
});

test("a raised budget, another day, another budget and another campaign are each an event of its own", () => {
  const id = (fields: Partial<Campaign>, spent: Spend): string | undefined => told(fields, spent)[0]?.id;
  const ids = [
    id({ totalBudgetMicros: 1_000_000 }, spend(900_000, 900_000)),
    id({ totalBudgetMicros: 1_100_000 }, spend(900_000, 900_000)),
    id({ dailyBudgetMicros: 1_000_000 }, spend(900_000, 900_000)),
    id({ dailyBudgetMicros: 1_000_000 }, spend(900_000, 900_000, "2026-03-05")),
    id({ totalBudgetMicros: 1_000_000, id: "cmp_2" }, spend(900_000, 900_000)),
  ];
  expect(new Set(ids).size).toBe(5);
});

test("the same event has the same id however much more was spent, and whenever it is noticed", () => {
  const early = told({ totalBudgetMicros: 1_000_000 }, spend(800_000));
  const late = told({ totalBudgetMicros: 1_000_000 }, spend(990_000), now + 50 * hour);
  expect(late[0]?.id).toBe(early[0]?.id);
});

test("the start and the end of a campaign are reported from those instants on, for three days", () => {
  const startsAt = "2026-03-04T12:00:00Z";
  const endsAt = "2026-03-04T15:00:00+01:00";
  expect(types({ startsAt, endsAt }, undefined, now - 1)).toEqual([]);
  expect(told({ startsAt, endsAt })).toMatchObject([
    { type: "campaign.started", data: { campaign_id: "cmp_1", starts_at: "2026-03-04T12:00:00.000Z" } },
  ]);
  expect(told({ startsAt, endsAt }, undefined, now + 2 * hour)).toMatchObject([
    { type: "campaign.started" },
    { type: "campaign.ended", data: { campaign_id: "cmp_1", ends_at: "2026-03-04T14:00:00.000Z" } },
  ]);
  expect(types({ startsAt, endsAt }, undefined, now + 72 * hour)).toEqual([
    "campaign.started",
    "campaign.ended",
  ]);
  expect(types({ startsAt, endsAt }, undefined, now + 72 * hour + 1)).toEqual(["campaign.ended"]);
});

test("the same instant in another zone's words is the same event; another instant is another", () => {
  const id = (endsAt: string): string | undefined => told({ endsAt })[0]?.id;
  expect(id("2026-03-04T11:00:00Z")).toBe(id("2026-03-04T12:00:00+01:00"));
  expect(id("2026-03-04T11:00:00Z")).not.toBe(id("2026-03-04T11:30:00Z"));
});

test("a paused campaign does not start, but its end comes", () => {
  const times = { startsAt: "2026-03-04T10:00:00Z", endsAt: "2026-03-04T11:00:00Z" };
  expect(types({ ...times, status: "paused" })).toEqual(["campaign.ended"]);
});

test("a publisher's webhook hears nothing of campaigns, even when it asks for it", () => {
  const publishers = { webhook: webhook({ publisherId: "pub_news" }), since: 0 };
  const state = {
    campaign: campaign({ totalBudgetMicros: 1_000_000, endsAt: "2026-03-04T11:00:00Z" }),
    spend: spend(1_000_000),
  };
  expect(messagesOfCampaigns([state], now, [publishers], "EUR")).toEqual([]);
});

test("names and advertisers, which people write, are in no message", () => {
  const fields = { totalBudgetMicros: 1_000_000, endsAt: "2026-03-04T11:00:00Z" };
  const all = JSON.stringify(told({ ...fields, name: "Mary's", advertiser: "Mary & Co" }, spend(1_000_000)));
  expect(all).not.toContain("Mary");
});
