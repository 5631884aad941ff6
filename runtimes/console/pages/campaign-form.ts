import * as v from "valibot";
import { campaignSchema } from "../../../core/catalog/campaign-schema.ts";
import { rulesOf } from "../../../core/management/field-rules.ts";
import type { Role } from "../../../core/management/principal.ts";
import type { MoneyFormat } from "../../../core/money-format.ts";
import { type Choice, timeZoneField } from "../fields.ts";
import { type Form, moreWith } from "../forms/form.ts";
import {
  amountText,
  cpmText,
  hoursOfWeek,
  localTime,
  type TextFormat,
  textFormat,
} from "../forms/text-format.ts";
import { slugOf } from "../propose-id.ts";

const sizes: readonly (readonly [unit: string, ms: number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["", 1],
];

/** `day`, `90m`, `12h`, `7d`, or milliseconds. */
const window: TextFormat = textFormat(
  v.number(),
  (ms) => {
    const [unit, size] = sizes.find(([, one]) => ms % one === 0) ?? ["", 1];
    return `${ms / size}${unit}`;
  },
  (text) => {
    const [, digits, unit] = /^(\d{1,13}) ?([mhd]?)$/.exec(text.trim()) ?? [];
    const [, size = 1] = sizes.find(([name]) => name === unit) ?? [];
    return digits === undefined ? text.trim() : Number(digits) * size;
  },
);

function moneyHint(role: Role, { currency }: MoneyFormat): string {
  const hasLeastPrice = rulesOf(role, "campaign")?.["priceMicros"]?.rule === "least_price";
  const house = " A CPM of 0 makes a house campaign: the fallback, never billed, without a budget.";
  return `All amounts are in ${currency}.${hasLeastPrice ? "" : house}`;
}

/** The objects that a campaign targets or excludes. */
export interface CampaignTargets {
  readonly topics: readonly Choice[] | undefined;
  readonly platforms: readonly Choice[] | undefined;
  readonly placements: readonly Choice[] | undefined;
}

/** The hint of a field whose ids are typed. */
function ids(options: readonly Choice[] | undefined, hint: string): string | undefined {
  return options === undefined ? `${hint}, separated by commas` : undefined;
}

export const campaignForm = (
  money: MoneyFormat,
  { topics, platforms, placements }: CampaignTargets,
): Form => ({
  proposedId: ({ name }) => slugOf(String(name), "campaign"),
  kind: "campaign",
  schema: campaignSchema,
  // Buttons pause and resume a campaign.
  kept: ["status"],
  fields: {
    name: "Name",
    advertiser: "Advertiser",
    money: {
      legend: "Money",
      hint: (role) => moneyHint(role, money),
      fields: {
        priceMicros: {
          label: `CPM (${money.currency})`,
          format: cpmText(money),
          hint: `The price of a thousand views, such as ${money.typed(4_500_000)}.`,
          perView: { label: `Price per view (${money.currency})`, decimalSign: money.decimalSign },
        },
        totalBudgetMicros: { label: `Total budget (${money.currency})`, format: amountText(money) },
        dailyBudgetMicros: { label: `Daily budget (${money.currency})`, format: amountText(money) },
        pacing: {
          label: "Pacing",
          choices: { asap: "As soon as possible", even: "Evenly over the day's traffic" },
        },
      },
    },
    schedule: {
      legend: "Schedule",
      fields: {
        timeZone: timeZoneField,
        startsAt: { label: "Starts", format: localTime },
        endsAt: { label: "Ends", format: localTime },
        hours: {
          label: "Hours of the week",
          format: hoursOfWeek,
          rows: 2,
          hint: "One line each, such as Mon-Fri 9-17. Empty: always.",
        },
      },
    },
    targeting: {
      legend: "Targeting",
      hint: "One match per list is enough. An empty list matches all.",
      fields: {
        topics: { label: "Topics", options: topics, hint: ids(topics, "Topic IDs") },
        languages: { label: "Languages", hint: "en, de-AT" },
        platforms: { label: "Platforms", options: platforms, hint: ids(platforms, "Platform IDs") },
        placements: { label: "Placements", options: placements },
        frequencyCap: {
          fields: {
            impressions: "Frequency cap: impressions per user",
            window: {
              label: "Frequency cap: per window",
              format: window,
              initial: "day",
              hint: "day, or 90m, 12h, 7d",
            },
          },
        },
        premium: {
          label: "Premium accounts of messengers",
          choices: { "": "Everybody", only: "Only premium accounts", never: "All but premium accounts" },
        },
        weight: { label: "Weight", hint: "Share of traffic among campaigns of the same price, 1 to 1000." },
        formats: "Formats",
      },
    },
    exclusions: {
      legend: "Exclusions",
      hint: "One match is enough: the campaign is not shown.",
      fields: {
        excludedTopics: {
          label: "Excluded topics",
          options: topics,
          hint: "Not shown for questions about them.",
        },
        excludedPlatforms: {
          label: "Excluded platforms",
          options: platforms,
          hint: ids(platforms, "Platform IDs"),
        },
        excludedPlacements: { label: "Excluded placements", options: placements },
      },
    },
    more: moreWith(
      { label: "Campaign ID" },
      {
        payer: {
          label: "Payer",
          hint: "Who pays, if it is not the advertiser. People can read it beside the ad.",
        },
      },
    ),
  },
});
