import type { Campaign, CreativeVersion } from "../catalog/entities.ts";
import type { Draw } from "./tie-sampling.ts";
import type { RateOf } from "./view-rate.ts";

/**
 * The complete ranking rule.
 *
 * 1. A campaign's worth is its expected revenue: price × view rate × topic relevance. The relevance is 1, or 1 + confidence
 *    for a campaign that targets a topic of the question. The price is the campaign's own (first price).
 * 2. The view rate of a creative is an estimate (`view-rate.ts`) with a mean and a deviation. Each request draws a rate within
 *    two deviations (Thompson sampling), so a new creative gets its fair share of trials and a clearly better one wins most
 *    requests. A campaign shows its creative of the highest draw. Before anything is counted all rates are exactly 1, so
 *    the price decides.
 * 3. Among campaigns of one price, draws follow `weight`: a campaign of weight w draws as if it were in the list w times,
 *    relative to the heaviest campaign of its price. Campaigns of equal worth are shown in proportion to their weights, and
 *    no weight makes up for a lower price.
 * 4. House campaigns (price 0) come last, in proportion to their weights.
 * 5. The creatives that this user was shown recently rank below all other paying ads, the latest one last, or below the other
 *    house ads when they are of house campaigns. A campaign shows another of its creatives first.
 *
 * Ranks a shortlist: the campaigns whose bound is above the least worth of the third best (`shortlist.ts`), at most
 * {@link shortlistSize}, and all campaigns of the last bound.
 */
export function rank(shortlist: readonly Contender[], request: RankingRequest): readonly Choice[] {
  const [only] = shortlist;
  if (only !== undefined && shortlist.length === 1 && only.creatives.length === 1) {
    return [{ campaign: only.campaign, version: firstOf(only.creatives), topicId: only.topicId }];
  }
  const best: Drawn[] = [];
  for (const contender of shortlist) {
    const drawn = drawWorth(contender, shortlist, request);
    let place = Math.min(best.length, choicesPerOrder);
    while (place > 0 && isBefore(drawn, best[place - 1])) place -= 1;
    for (let last = Math.min(best.length, choicesPerOrder - 1); last > place; last--) {
      best[last] = best[last - 1] ?? drawn;
    }
    if (place < choicesPerOrder) best[place] = drawn;
  }
  const alone = best.findIndex(({ contender }) => contender.representsTie);
  const offered = alone < 0 ? best : best.slice(0, alone + 1);
  return offered.map(({ contender, version }) => ({
    campaign: contender.campaign,
    version,
    topicId: contender.topicId,
  }));
}

/**
 * Number of campaigns that one order offers to the store. Fewer than the port allows: each costs the store work, the first is
 * nearly always issued, and after a refusal the core selects again.
 */
export const choicesPerOrder = 3;

/** The most campaigns that are ranked for one request, ties excepted. */
export const shortlistSize = 16;

/** A campaign on the shortlist. */
export interface Contender {
  readonly campaign: Campaign;
  /** The creatives that fit the request; at least one. */
  readonly creatives: readonly CreativeVersion[];
  /** 1, or 1 + the confidence of the topic. */
  readonly relevance: number;
  /** The topic by which it was found. Absent: it targets no topic. */
  readonly topicId?: string | undefined;
  /** Its key in a tie group that was sampled already ({@link samplingKey}). */
  readonly samplingKey?: number | undefined;
  /** Whether it was sampled from a large tie group whose other campaigns are not on the shortlist. */
  readonly representsTie?: boolean | undefined;
}

/** A campaign to offer to the store, with the creative to show. */
export interface Choice {
  readonly campaign: Campaign;
  readonly version: CreativeVersion;
  readonly topicId?: string | undefined;
}

/** The request that a shortlist is ranked for. */
export interface RankingRequest {
  readonly draw: Draw;
  readonly rateOf: RateOf;
  /** The creatives that the user was shown recently, the latest one last. */
  readonly recentCreativeIds: readonly string[];
}

/** Draws stay within this many deviations of the mean, which gives each campaign a bound. */
export const maxDeviations = 2;

/** The upper bound of the worth of a campaign with these creatives, in micros, before relevance. */
export function maxWorth(campaign: Campaign, creatives: readonly CreativeVersion[], rateOf: RateOf): number {
  let most = 0;
  for (const { creative } of creatives) {
    const { mean, deviation } = rateOf(creative);
    most = Math.max(most, mean + maxDeviations * deviation);
  }
  return campaign.priceMicros * most;
}
/** The lower bound of the same. */
export function minWorth(campaign: Campaign, creatives: readonly CreativeVersion[], rateOf: RateOf): number {
  let least = 0;
  for (const { creative } of creatives) {
    const { mean, deviation } = rateOf(creative);
    least = Math.max(least, mean - maxDeviations * deviation);
  }
  return campaign.priceMicros * least;
}

/**
 * The exponential sampling key of a weight (Efraimidis and Spirakis): the campaign of a tie group with the smallest key is
 * drawn with the probability of its weight, and so is the next one among the rest.
 */
export function samplingKey(weight: number, draw: Draw): number {
  return -Math.log(1 - draw()) / weight;
}

interface Drawn {
  readonly contender: Contender;
  readonly version: CreativeVersion;
  /** The place among the recent creatives, from 0; -1: it is none of them. */
  readonly recency: number;
  readonly worth: number;
  readonly samplingKey: number;
}

function isBefore(one: Drawn, other: Drawn | undefined): boolean {
  if (other === undefined) return true;
  if (one.recency !== other.recency) {
    const [fresher, shown] = one.recency < other.recency ? [one, other] : [other, one];
    // A house ad does not displace a paying ad.
    if (fresher.worth > 0 || shown.worth === 0) return fresher === one;
  }
  return one.worth > other.worth || (one.worth === other.worth && one.samplingKey < other.samplingKey);
}

function drawWorth(contender: Contender, shortlist: readonly Contender[], request: RankingRequest): Drawn {
  const { campaign, relevance } = contender;
  const { draw, rateOf, recentCreativeIds } = request;
  const { weight, priceMicros } = campaign;
  const { creatives } = contender;
  const first = contender.samplingKey ?? samplingKey(weight, draw);
  const chosen = creatives.length === 1 ? 0 : Math.floor(draw() * creatives.length);
  let version = creatives[chosen] ?? firstOf(creatives);
  let rate = minRate;
  for (let index = 0; priceMicros > 0 && index < creatives.length; index++) {
    const item = creatives[index] ?? version;
    const { mean, deviation } = rateOf(item.creative);
    let drawn = mean;
    if (deviation > 0) {
      // All creatives of a campaign draw together as one: the chosen one has the smallest key.
      const at = index === chosen ? first : first + creatives.length * samplingKey(weight, draw);
      drawn += deviation * deviationsAt(at * heaviestOf(shortlist, priceMicros));
    }
    if (drawn < rate || (drawn === rate && index !== chosen)) continue;
    rate = drawn;
    version = item;
  }
  const recency = recentCreativeIds.lastIndexOf(version.creative.id);
  return { contender, version, recency, worth: priceMicros * rate * relevance, samplingKey: first };
}

/** A draw is never 0, because no creative is certain never to be seen. */
const minRate = 1e-9;

/** The creatives without the recent ones; when all are recent, the one that was shown first. */
export function withoutRecent(
  creatives: readonly CreativeVersion[],
  recentCreativeIds: readonly string[],
): readonly CreativeVersion[] {
  if (recentCreativeIds.length === 0 || creatives.length === 1) return creatives;
  const others = creatives.filter(({ creative }) => !recentCreativeIds.includes(creative.id));
  if (others.length > 0) return others.length < creatives.length ? others : creatives;
  const first = recentCreativeIds.find((id) => creatives.some(({ creative }) => creative.id === id));
  return creatives.filter(({ creative }) => creative.id === first);
}

function firstOf(creatives: readonly CreativeVersion[]): CreativeVersion {
  const [first] = creatives;
  if (first === undefined)
    throw new Error("A campaign without a fitting creative was ranked: report this bug.");
  return first;
}

/**
 * The deviation from the mean that a sampling key stands for: a smaller key draws higher. Uses the logistic distribution, which
 * is close to the normal one and takes two logarithms.
 */
function deviationsAt(key: number): number {
  const odds = (-key - Math.log(-Math.expm1(-key))) / logisticScale;
  return odds > maxDeviations ? maxDeviations : odds < -maxDeviations ? -maxDeviations : odds;
}

const logisticScale = 1.702;

function heaviestOf(shortlist: readonly Contender[], priceMicros: number): number {
  let heaviest = 1;
  for (const { campaign } of shortlist) {
    if (campaign.priceMicros === priceMicros && campaign.weight > heaviest) heaviest = campaign.weight;
  }
  return heaviest;
}
