import type { Campaign, Platform } from "../catalog/entities.ts";
import { isApproved } from "../catalog/review.ts";
import type { Topic } from "../catalog/topic.ts";
import { textsOf } from "../catalog/topic-texts.ts";
import type { Micros } from "../money.ts";
import { createMoneyFormat } from "../money-format.ts";
import { endOf, startOf } from "../selection/schedule.ts";
import { isRevoked } from "../signing/api-key.ts";
import { maxTotals } from "../storage/counts.ts";
import { maxBatch, type Spend } from "../storage/serving-store.ts";
import type { EpochMs } from "../timing/clock.ts";
import { maySee } from "./access.ts";
import { readStandingOut } from "./read-quality.ts";
import { waitingItems } from "./review-items.ts";
import type { RouteContext } from "./route.ts";

/** The kinds of findings, in the order of a list. */
export const attentionKinds = [
  "review",
  "no_creative",
  "budget_used_up",
  "daily_budget_used_up",
  "not_shown",
  "no_site",
  "stands_out",
  "no_examples",
] as const;

/** An object that needs somebody. */
export interface Finding {
  readonly kind: (typeof attentionKinds)[number];
  /** The kind of the object. `review`: all objects that wait. */
  readonly object: "campaign" | "platform" | "topic" | "review";
  /** The id of the object; empty for `review`. */
  readonly id: string;
  /** The name of the object. */
  readonly name: string;
  /** The reason, for people. */
  readonly sentence: string;
}

/** A finding whose reason is worked out when it is shown: some reasons look at every platform. */
export interface FoundItem extends Omit<Finding, "sentence"> {
  readonly sentence: () => string;
}

type Context = Pick<RouteContext, "principal" | "view" | "store" | "currency">;

const hourMs = 3_600_000;
/** A campaign that no ad was issued for in this time is a finding. */
const shownWithinMs = 7 * 24 * hourMs;
const judgedMs = 24 * hourMs;

/** Finds what needs the caller. The number of calls of the store grows with batches of campaigns, not with campaigns. */
export async function findAttention(context: Context): Promise<readonly FoundItem[]> {
  const { principal, view } = context;
  const findings = [
    ...(principal.role === "operator" ? ofReview(context) : []),
    ...(principal.role === "publisher" ? [] : await ofCampaigns(context)),
    ...(principal.role === "advertiser" ? [] : await ofPlatforms(context)),
    ...(principal.role === "operator" ? [...view.topics.values()].flatMap(ofTopic) : []),
  ];
  return findings;
}

function ofReview({ view }: Context): FoundItem[] {
  const waiting = [...waitingItems(view)].length;
  if (waiting === 0) return [];
  const sentence = (): string =>
    `${waiting === 1 ? "1 object waits" : `${waiting} objects wait`} for your review.`;
  return [{ kind: "review", object: "review", id: "", name: "Review", sentence }];
}

async function ofCampaigns(context: Context): Promise<FoundItem[]> {
  const { principal, view, store } = context;
  const active = [...view.campaigns.values()].filter(
    (one) => one.status === "active" && endOf(one) > view.at && maySee(principal, "campaign", one, view),
  );
  const withCreative = new Set(
    [...view.creatives.values()].filter(isApproved).map(({ campaignId }) => campaignId),
  );
  const spends = await readSpends(active, store);
  const span = { from: hourOf(view.at - shownWithinMs), to: hourOf(view.at) + hourMs, limit: maxTotals };
  const advertisers = principal.role === "advertiser" ? [principal.advertiser] : undefined;
  const [issued, requests] = await Promise.all([
    store.readCounts({ ...span, metrics: ["issued"], by: ["campaignId"], advertisers }),
    store.readCounts({ ...span, metrics: ["request"], by: ["platformId"] }),
  ]);
  const shown = new Set(issued.map(({ campaignId }) => campaignId));
  const visited = new Set(requests.map(({ platformId }) => platformId));
  return active.flatMap((campaign): FoundItem[] => {
    const found = (kind: Finding["kind"], sentence: () => string): FoundItem[] => [
      { kind, object: "campaign", id: campaign.id, name: campaign.name, sentence },
    ];
    if (!withCreative.has(campaign.id))
      return found("no_creative", () => "It is active and has no approved creative.");
    const used = usedUp(campaign, spends.get(campaign.id), context);
    if (used !== undefined) return found(...used);
    // A house campaign is shown where no paid one is.
    if (campaign.priceMicros === 0 || shown.has(campaign.id)) return [];
    if (startOf(campaign) > view.at - 24 * hourMs) return [];
    return found("not_shown", () => `Not shown in the last 7 days. ${reasonOf(campaign, visited, context)}`);
  });
}

async function readSpends(
  campaigns: readonly Campaign[],
  store: Context["store"],
): Promise<ReadonlyMap<string, Spend>> {
  const spends = new Map<string, Spend>();
  const priced = campaigns.filter(({ priceMicros }) => priceMicros > 0);
  for (let start = 0; start < priced.length; start += maxBatch) {
    const ids = priced.slice(start, start + maxBatch).map(({ id }) => id);
    for (const spend of await store.readSpend(ids)) if (spend) spends.set(spend.campaignId, spend);
  }
  return spends;
}

/** A budget that has no room for another ad. */
function usedUp(
  {
    priceMicros,
    totalBudgetMicros = Number.POSITIVE_INFINITY,
    dailyBudgetMicros = Number.POSITIVE_INFINITY,
  }: Campaign,
  spend: Spend | undefined,
  { currency }: Context,
): [Finding["kind"], () => string] | undefined {
  if (spend === undefined) return undefined;
  const amount = (micros: Micros): string => createMoneyFormat(currency).amount(micros);
  const { usedMicros, heldMicros, day, dayUsedMicros, dayHeldMicros } = spend;
  if (usedMicros + heldMicros + priceMicros > totalBudgetMicros) {
    return ["budget_used_up", () => `Its total budget of ${amount(totalBudgetMicros)} is used up.`];
  }
  if (dayUsedMicros + dayHeldMicros + priceMicros > dailyBudgetMicros) {
    return [
      "daily_budget_used_up",
      () => `Its daily budget of ${amount(dailyBudgetMicros)} is used up for ${day}.`,
    ];
  }
  return undefined;
}

/** The first reason that the catalogue and the statistics know. */
function reasonOf(
  campaign: Campaign,
  visited: ReadonlySet<string | undefined>,
  { principal, view }: Context,
): string {
  // Which advertisers a publisher excludes, and whether it has requests, is between it and the operator.
  const isOperator = principal.role === "operator";
  const { topics, placements, advertiser } = campaign;
  let [isOpen, isPlaced, isWelcome, isVisited] = [false, false, false, false];
  for (const platform of view.platforms.values()) {
    if (platform.status !== "active" || !isTargeted(campaign, platform) || !isApproved(platform)) continue;
    isOpen = true;
    if (placements?.some((name) => name === "chat" || platform.placements.includes(name)) === false) continue;
    isPlaced = true;
    isWelcome ||= platform.excludedAdvertisers?.includes(advertiser) !== true;
    isVisited ||= visited.has(platform.id);
    if (isWelcome && isVisited) break;
  }
  if (!isOpen) return "No active and approved platform is among its targets.";
  if (!isPlaced) return "None of its platforms has the placements that it targets.";
  if (isOperator && !isWelcome) return "All its platforms exclude the advertiser.";
  const known = (topics ?? []).flatMap((id) => view.topics.get(id) ?? []);
  if (
    topics !== undefined &&
    known.every((one) => Object.keys(one.phrases).length === 0 && !hasExamples(one))
  ) {
    return "The topics that it targets have neither phrases nor examples.";
  }
  if (!isOperator) return "No request matched its targets, or other campaigns were chosen.";
  if (!isVisited) return "Its platforms had no requests.";
  return "Other campaigns were chosen, or no request matched its targets: explain a request to see why.";
}

function isTargeted({ platforms, excludedPlatforms = [] }: Campaign, { id }: Platform): boolean {
  return (platforms === undefined || platforms.includes(id)) && !excludedPlatforms.includes(id);
}

async function ofPlatforms({ principal, view, store }: Context): Promise<FoundItem[]> {
  const own = [...view.platforms.values()].filter((one) => maySee(principal, "platform", one, view));
  const withKey = new Set(
    [...view.apiKeys.values()]
      .filter((key) => key.mode === "live" && !isRevoked(key, view.at))
      .map(({ publisherId }) => publisherId),
  );
  const closed = own.filter(
    (one) => one.status === "active" && one.allowedOrigins.length === 0 && !withKey.has(one.publisherId),
  );
  const to = hourOf(view.at);
  const publisherId = principal.role === "publisher" ? principal.publisherId : undefined;
  const standing = await readStandingOut(
    store,
    view.campaigns.values(),
    { from: to - judgedMs, to },
    publisherId,
  );
  const found = (kind: Finding["kind"], { id, name }: Platform, sentence: string): FoundItem => ({
    ...{ kind, object: "platform", id, name, sentence: () => sentence },
  });
  return [
    ...closed.map((one) => found("no_site", one, "It has no site, and its publisher has no live key.")),
    ...standing.flatMap(({ platformId, standsOut }) => {
      const platform = view.platforms.get(platformId);
      const sentence = standsOut.map((one) => one.sentence).join(" ");
      return platform === undefined ? [] : [found("stands_out", platform, sentence)];
    }),
  ];
}

function ofTopic(topic: Topic): FoundItem[] {
  if (hasExamples(topic)) return [];
  const { id, name } = topic;
  const sentence = (): string => "It has no examples, so only its phrases are found.";
  return [{ kind: "no_examples", object: "topic", id, name, sentence }];
}

function hasExamples({ examples }: Topic): boolean {
  return textsOf(examples).length > 0;
}

function hourOf(at: EpochMs): EpochMs {
  return Math.floor(at / hourMs) * hourMs;
}
