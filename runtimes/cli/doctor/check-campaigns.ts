import type { Campaign, Creative, CreativeVersion, Platform } from "../../../core/catalog/entities.ts";
import { isApproved } from "../../../core/catalog/review.ts";
import { defaultPlacement } from "../../../core/contract/ad-request.ts";
import { creativeFormats } from "../../../core/contract/formats.ts";
import type { CatalogView } from "../../../core/management/catalog-view.ts";
import {
  checkEligibility,
  type NoAdReason,
  noAdReasons,
  type Slot,
} from "../../../core/selection/eligibility.ts";
import { allowedFormats, exclusionsOf } from "../../../core/selection/platform-exclusions.ts";
import { endOf, isInHours, startOf } from "../../../core/selection/schedule.ts";
import { withheldReason } from "../../../core/serving/withheld.ts";
import { maxBatch, type ServingStore, type Spend } from "../../../core/storage/serving-store.ts";
import type { EpochMs } from "../../../core/timing/clock.ts";
import { count } from "../change-lines.ts";
import { createCanAsk } from "./check-sites.ts";
import { canMatch } from "./check-topics.ts";
import { type Finding, listed, warn } from "./finding.ts";

/** Why a campaign is never shown, and what to change. */
interface Obstacle {
  readonly why: string;
  readonly fix: string;
}

const hourMs = 3_600_000;
const weekMs = 168 * hourMs;

/** Active campaigns that no request can get. */
export async function checkCampaigns(
  store: Pick<ServingStore, "readSpend">,
  view: CatalogView,
): Promise<readonly Finding[]> {
  const active = [...view.campaigns.values()].filter(({ status }) => status === "active");
  const creatives = Map.groupBy(view.creatives.values(), ({ campaignId }) => campaignId);
  const topics = [...view.topics.values()];
  const matching = new Set(topics.filter((topic) => canMatch(topic, topics)).map(({ id }) => id));
  const canAsk = createCanAsk(view);
  const platforms = [...view.platforms.values()].filter(
    (platform) =>
      platform.status === "active" &&
      withheldReason(platform, view.publishers) === undefined &&
      canAsk(platform),
  );
  const found: Finding[] = [];
  for (let start = 0; start < active.length; start += maxBatch) {
    const batch = active.slice(start, start + maxBatch);
    const spends = await store.readSpend(batch.map(({ id }) => id));
    for (const [index, campaign] of batch.entries()) {
      const obstacle =
        obstacleOfCreatives(creatives.get(campaign.id) ?? []) ??
        obstacleOfTime(campaign, view.at) ??
        obstacleOfBudget(campaign, spends[index]) ??
        obstacleOfTargets(campaign, creatives.get(campaign.id) ?? [], platforms, matching);
      if (obstacle === undefined) continue;
      found.push(warn("campaigns", `Campaign ${campaign.id} can never show: ${obstacle.why}.`, obstacle.fix));
    }
  }
  return listed("campaigns", found, `${count(active.length, "active campaign")} can show.`);
}

function obstacleOfCreatives(creatives: readonly Creative[]): Obstacle | undefined {
  if (creatives.length === 0)
    return { why: "it has no creative", fix: "Add a creative, or pause the campaign." };
  if (creatives.some(isApproved)) return undefined;
  return { why: "none of its creatives is approved", fix: "Decide them with `handbill review list`." };
}

function obstacleOfTime(campaign: Campaign, now: EpochMs): Obstacle | undefined {
  const end = endOf(campaign);
  if (end <= now)
    return { why: `it ended at ${campaign.endsAt}`, fix: "Set a later endsAt, or remove the campaign." };
  const from = Math.max(now, startOf(campaign));
  for (let at = from; at < Math.min(end, from + weekMs); at += hourMs)
    if (isInHours(campaign, at)) return undefined;
  return {
    why: "none of its hours lies between its start and its end",
    fix: "Change hours, startsAt or endsAt.",
  };
}

function obstacleOfBudget(
  { priceMicros, totalBudgetMicros, dailyBudgetMicros }: Campaign,
  spend: Spend | undefined,
): Obstacle | undefined {
  if (dailyBudgetMicros !== undefined && dailyBudgetMicros < priceMicros) {
    return { why: "its daily budget is below the price of one view", fix: "Raise dailyBudgetMicros." };
  }
  if (totalBudgetMicros === undefined || totalBudgetMicros - (spend?.usedMicros ?? 0) >= priceMicros)
    return undefined;
  return { why: "its total budget is used up", fix: "Raise totalBudgetMicros, or pause the campaign." };
}

/** The obstacle of the request that gets furthest, of all that any site can make. */
function obstacleOfTargets(
  campaign: Campaign,
  all: readonly Creative[],
  platforms: readonly Platform[],
  matching: ReadonlySet<string>,
): Obstacle | undefined {
  const creatives = all.filter(isApproved).map((creative) => ({ versionId: creative.id, creative }));
  let furthest: NoAdReason = "platform";
  for (const slot of slotsFor(campaign, creatives, platforms, matching)) {
    const judged = checkEligibility({ campaign, creatives }, slot, true);
    if (judged.eligible) return undefined;
    if (noAdReasons.indexOf(judged.reason) > noAdReasons.indexOf(furthest)) furthest = judged.reason;
  }
  return obstacles.get(furthest) ?? { why: `every request fails by ${furthest}`, fix: "Change its targets." };
}

/** The requests of all sites that differ for a campaign: by placement, language and topic. */
function* slotsFor(
  campaign: Campaign,
  creatives: readonly CreativeVersion[],
  platforms: readonly Platform[],
  matching: ReadonlySet<string>,
): Generator<Slot, void, void> {
  const written = creatives.map(({ creative }) => creative.language);
  const languages = [...new Set([...written, ...(campaign.languages ?? [])])];
  const topicIds = campaign.topics?.filter((id) => matching.has(id)) ?? [];
  const questions = topicIds.length === 0 ? [[]] : topicIds.map((topicId) => [{ topicId, confidence: 1 }]);
  const asked = languages.flatMap((language) => questions.map((topics) => ({ language, topics })));
  for (const platform of platforms) {
    if (campaign.platforms?.includes(platform.id) === false) continue;
    const of = {
      surface: "web",
      platformId: platform.id,
      exclusions: exclusionsOf(platform),
      formats: allowedFormats(anyFormat, platform),
      isPremium: campaign.premium === "only",
      hasIdentity: true,
      now: 0,
    } as const;
    for (const placement of [defaultPlacement, ...platform.placements]) {
      for (const one of asked) yield { ...of, ...one, placement };
    }
  }
}

const anyFormat = new Set(creativeFormats);

const obstacles: ReadonlyMap<NoAdReason, Obstacle> = new Map([
  [
    "platform",
    {
      why: "no site that can ask for ads is among its platforms",
      fix: "Change platforms or excludedPlatforms, or correct a site.",
    },
  ],
  [
    "placement",
    { why: "no site has one of its placements", fix: "Add the placement to a site, or change placements." },
  ],
  [
    "blocked",
    {
      why: "every site excludes its advertiser or a topic of it",
      fix: "Talk to the publishers, or change topics.",
    },
  ],
  [
    "topic",
    {
      why: "no question matches one of its topics",
      fix: "Add phrases or examples to the topics, or change topics.",
    },
  ],
  [
    "format",
    {
      why: "no site accepts a format of its creatives",
      fix: "Add a creative of another format, or change formats.",
    },
  ],
  [
    "language",
    {
      why: "no creative is in one of its languages",
      fix: "Add a creative in such a language, or change languages.",
    },
  ],
]);
