import * as v from "valibot";
import { campaignSchema } from "../../../core/catalog/campaign-schema.ts";
import { rulesOf } from "../../../core/management/field-rules.ts";
import type { Role } from "../../../core/management/principal.ts";
import type { MoneyFormat } from "../../../core/money-format.ts";
import { timeZoneField } from "../fields.ts";
import { type Form, idHint } from "../forms/form.ts";
import {
  amountText,
  cpmText,
  hoursOfWeek,
  localTime,
  type TextFormat,
  textFormat,
} from "../forms/text-format.ts";

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

export const campaignForm = (money: MoneyFormat): Form => ({
  kind: "campaign",
  schema: campaignSchema,
  // Buttons pause and resume a campaign.
  kept: ["status"],
  fields: {
    id: { label: "Campaign ID", hint: idHint },
    name: "Name",
    advertiser: "Advertiser",
    payer: {
      label: "Payer",
      hint: "Who pays, if it is not the advertiser. People can read it beside the ad.",
    },
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
      hint: "One match per list is enough. An empty list matches all. Separate entries by commas.",
      fields: {
        topics: { label: "Topics", hint: "Topic IDs" },
        languages: { label: "Languages", hint: "en, de-AT" },
        platforms: { label: "Platforms", hint: "Platform IDs" },
        placements: "Placements",
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
  },
});
