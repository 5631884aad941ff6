import * as v from "valibot";
import { adFormats } from "../contract/formats.ts";
import { maxFrequencyWindowMs } from "../timing/windows.ts";
import type { Campaign } from "./entities.ts";
import {
  entityId,
  identifier,
  instant,
  integer,
  languageTag,
  noExtras,
  type Parser,
  platformId,
  text,
  timeZone,
  uniqueList,
} from "./fields.ts";
import {
  maxBudgetMicros,
  maxFrequencyImpressions,
  maxHoursPerCampaign,
  maxNameLength,
  maxPlacementLength,
  maxPriceMicros,
  maxTargetsPerList,
  maxWeight,
  minFrequencyWindowMs,
  minWeight,
} from "./limits.ts";
import type { CatalogIssue } from "./messages.ts";

const hoursEntries = { days: uniqueList(integer(1, 7), 1, 7), from: integer(0, 23), to: integer(1, 24) };

const windowAdvice = `Write "day", or a whole number of milliseconds from ${minFrequencyWindowMs} (1 minute) to ${maxFrequencyWindowMs} (90 days).`;

const frequencyEntries = {
  impressions: integer(1, maxFrequencyImpressions),
  window: v.union(
    [v.literal("day"), integer(minFrequencyWindowMs, maxFrequencyWindowMs, windowAdvice)],
    windowAdvice,
  ),
};

const targets = {
  placements: v.optional(uniqueList(identifier(maxPlacementLength), 1, maxTargetsPerList)),
  platforms: v.optional(uniqueList(platformId, 1, maxTargetsPerList)),
  topics: v.optional(uniqueList(identifier(), 1, maxTargetsPerList)),
};

const entries = {
  id: entityId,
  advertiser: text(maxNameLength),
  payer: v.optional(text(maxNameLength)),
  name: text(maxNameLength),
  status: v.optional(v.picklist(["active", "paused"]), "active"),
  priceMicros: integer(0, maxPriceMicros),
  totalBudgetMicros: v.optional(integer(0, maxBudgetMicros)),
  dailyBudgetMicros: v.optional(integer(0, maxBudgetMicros)),
  pacing: v.optional(v.picklist(["asap", "even"]), "asap"),
  startsAt: v.optional(instant),
  endsAt: v.optional(instant),
  timeZone: v.optional(timeZone, "UTC"),
  hours: v.optional(
    v.pipe(
      v.array(v.objectWithRest(hoursEntries, noExtras(hoursEntries))),
      v.minLength(1),
      v.maxLength(maxHoursPerCampaign),
    ),
  ),
  languages: v.optional(uniqueList(languageTag, 1, maxTargetsPerList)),
  formats: v.optional(uniqueList(v.picklist(adFormats), 1, adFormats.length)),
  ...targets,
  excludedPlacements: targets.placements,
  excludedPlatforms: targets.platforms,
  excludedTopics: targets.topics,
  frequencyCap: v.optional(v.objectWithRest(frequencyEntries, noExtras(frequencyEntries))),
  premium: v.optional(v.picklist(["only", "never"])),
  weight: v.optional(integer(minWeight, maxWeight), 1),
};

/** A campaign. Fills in defaults. */
export const campaignSchema: Parser<Campaign> = v.objectWithRest(entries, noExtras(entries));

/** Checks rules across fields. Paths are relative to the campaign. */
export function checkCampaign(campaign: Campaign): CatalogIssue[] {
  const issues: CatalogIssue[] = [];
  const { priceMicros, totalBudgetMicros, dailyBudgetMicros, startsAt, endsAt } = campaign;
  if (priceMicros > 0 && totalBudgetMicros === undefined && dailyBudgetMicros === undefined) {
    const message =
      "A campaign with a price needs a budget: add totalBudgetMicros, dailyBudgetMicros or both.";
    issues.push({ path: "totalBudgetMicros", message });
  }
  if (priceMicros === 0) {
    for (const field of ["totalBudgetMicros", "dailyBudgetMicros"] as const) {
      if (campaign[field] === undefined) continue;
      issues.push({ path: field, message: "A house campaign (price 0) is never billed: remove the budget." });
    }
  }
  if (
    campaign.pacing === "even" &&
    dailyBudgetMicros === undefined &&
    endsAt === undefined &&
    priceMicros > 0
  ) {
    const message = "Even pacing needs a period: add dailyBudgetMicros or endsAt, or set pacing to asap.";
    issues.push({ path: "pacing", message });
  }
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(startsAt) >= Date.parse(endsAt)) {
    issues.push({ path: "endsAt", message: "Must be later than startsAt." });
  }
  issues.push(...checkExclusions(campaign));
  for (const [index, hours] of (campaign.hours ?? []).entries()) {
    if (hours.from < hours.to) continue;
    const message = "Must be later than from; write hours past midnight as a second entry of the next day.";
    issues.push({ path: `hours[${index}].to`, message });
  }
  return issues;
}

/** The targeting lists that have a list of exclusions, with its name. */
const exclusions = [
  ["placements", "excludedPlacements"],
  ["platforms", "excludedPlatforms"],
  ["topics", "excludedTopics"],
] as const;

/** Reports what a campaign both targets and excludes. */
function checkExclusions(campaign: Campaign): CatalogIssue[] {
  return exclusions.flatMap(([targeted, excluded]) =>
    (campaign[excluded] ?? []).flatMap((value, index) =>
      campaign[targeted]?.includes(value) === true
        ? [{ path: `${excluded}[${index}]`, message: `Remove ${value} here or from ${targeted}.` }]
        : [],
    ),
  );
}
