import type { Campaign, FrequencyCap } from "../../core/catalog/entities.ts";
import { cpmOf, microsOf, priceOf, unitsOf, wholeOf } from "./amounts.ts";
import { entriesOf, linesOf, textOf } from "./lists.ts";
import { instantOf, localOf } from "./times.ts";
import { hoursOf, writeHours } from "./weekly-hours.ts";

const names = [
  "id",
  "advertiser",
  "name",
  "status",
  "priceMicros",
  "totalBudgetMicros",
  "dailyBudgetMicros",
  "pacing",
  "startsAt",
  "endsAt",
  "timeZone",
  "hours",
  "languages",
  "formats",
  "placements",
  "platforms",
  "topics",
  "frequencyCap.impressions",
  "frequencyCap.window",
  "premium",
  "weight",
] as const;

/** The texts in the form of a campaign; lists are separated by commas. */
export type CampaignValues = Readonly<Record<(typeof names)[number], string>>;

const units = new Map([
  ["", 1],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

export function valuesOf(campaign: Campaign | undefined): CampaignValues {
  const list = (items: readonly string[] | undefined): string => (items ?? []).join(", ");
  const units = (micros: number | undefined): string => (micros === undefined ? "" : unitsOf(micros));
  const timeZone = campaign?.timeZone ?? "UTC";
  const cap = campaign?.frequencyCap;
  return {
    id: campaign?.id ?? "",
    advertiser: campaign?.advertiser ?? "",
    name: campaign?.name ?? "",
    status: campaign?.status ?? "active",
    priceMicros: campaign === undefined ? "" : cpmOf(campaign.priceMicros),
    totalBudgetMicros: units(campaign?.totalBudgetMicros),
    dailyBudgetMicros: units(campaign?.dailyBudgetMicros),
    pacing: campaign?.pacing ?? "asap",
    startsAt: localOf(campaign?.startsAt, timeZone),
    endsAt: localOf(campaign?.endsAt, timeZone),
    timeZone,
    hours: writeHours(campaign?.hours ?? []),
    languages: list(campaign?.languages),
    formats: list(campaign?.formats),
    placements: list(campaign?.placements),
    platforms: list(campaign?.platforms),
    topics: list(campaign?.topics),
    "frequencyCap.impressions": cap === undefined ? "" : String(cap.impressions),
    "frequencyCap.window": cap === undefined ? "day" : writeWindow(cap.window),
    premium: campaign?.premium ?? "",
    weight: String(campaign?.weight ?? 1),
  };
}

export function valuesSent(form: URLSearchParams): CampaignValues {
  const value = (name: (typeof names)[number]): string => form.getAll(name).join(", ");
  const entries = names.map((name) => [name, value(name)] as const);
  return { ...valuesOf(undefined), ...Object.fromEntries(entries) };
}

/** The campaign as the API expects it. Invalid numbers and instants stay text, so that the API reports them. */
export function campaignOf(values: CampaignValues): Readonly<Record<string, unknown>> {
  const { timeZone } = values;
  const impressions = wholeOf(values["frequencyCap.impressions"]);
  return {
    id: values.id.trim(),
    name: values.name,
    status: textOf(values.status),
    priceMicros: priceOf(values.priceMicros),
    totalBudgetMicros: microsOf(values.totalBudgetMicros),
    dailyBudgetMicros: microsOf(values.dailyBudgetMicros),
    pacing: values.pacing,
    startsAt: instantOf(values.startsAt, timeZone),
    endsAt: instantOf(values.endsAt, timeZone),
    timeZone,
    hours: hoursOf(linesOf(values.hours)),
    languages: entriesOf(values.languages),
    formats: entriesOf(values.formats),
    placements: entriesOf(values.placements),
    platforms: entriesOf(values.platforms),
    topics: entriesOf(values.topics),
    frequencyCap:
      impressions === undefined
        ? undefined
        : { impressions, window: windowOf(values["frequencyCap.window"]) },
    premium: textOf(values.premium),
  };
}

function writeWindow(window: FrequencyCap["window"]): string {
  if (window === "day") return "day";
  const [unit, ms] = [...units].reverse().find(([, size]) => window % size === 0) ?? ["", 1];
  return `${window / ms}${unit}`;
}

/** `day`, `90m`, `12h`, `7d`, or milliseconds. */
function windowOf(typed: string): string | number {
  const match = /^(\d{1,13}) ?([mhd]?)$/.exec(typed.trim());
  return match === null ? typed : Number(match[1]) * (units.get(match[2] ?? "") ?? 1);
}
