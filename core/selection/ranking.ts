import type { Campaign, CreativeVersion } from "../catalog/entities.ts";
import type { Draw } from "./tie-sampling.ts";
import type { RateOf } from "./view-rate.ts";

/**
 * The ranking rule, whole.
 *
 * 1. A campaign is worth what showing it is expected to bring: price × view rate × topic relevance. The relevance is 1,
 *    or 1 + confidence for a campaign that targets a topic of the question. The price is the campaign's own, and it is
 *    what is paid.
 * 2. The view rate of a creative is not known but estimated (`view-rate.ts`): a mean, and how far the truth may be from
 *    it. Each request draws a rate within two deviations (Thompson sampling). So what was shown little gets its fair
 *    share of trials, and what is clearly better wins most. A campaign shows its creative of the best draw. Before
 *    anything was counted all rates are 1 and sure: the price decides.
 * 3. Among campaigns of one price, draws go by `weight`: with a weight of w a campaign draws as if it stood w times in
 *    the list, relative to the heaviest of its price. So campaigns that are worth the same are shown as often as
 *    their weight is of all weights, and no weight makes up for a lower price.
 * 4. House campaigns, of price 0, come last; among themselves by weight alone.
 * 5. What the user was shown last goes behind everything else that earns (or behind the other house ads, when it is one
 *    itself), and a campaign shows another of its creatives first.
 *
 * It ranks a shortlist: the campaigns, best bound first, that can be worth more than the third best is worth at least
 * (`shortlist.ts`), at most {@link shortlistSize} but all of equal bound.
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
 * Campaigns offered to the store at a time. Fewer than the port allows: the store's work grows with each, nearly
 * always the first is issued, and after a refusal the core selects again.
 */
export const choicesPerOrder = 3;

/** Campaigns that are ranked for one request. */
export const shortlistSize = 16;

/** A campaign that may be shown, and with what. */
export interface Contender {
  readonly campaign: Campaign;
  /** Those that fit the request; at least one. */
  readonly creatives: readonly CreativeVersion[];
  /** 1, or 1 + the confidence of the topic. */
  readonly relevance: number;
  readonly topicId?: string | undefined;
  /** Its key among equals, when it was drawn already ({@link samplingKey}). */
  readonly samplingKey?: number | undefined;
  /** Whether it was drawn from a long row of equals, and the others of that row are not on the shortlist. */
  readonly representsTie?: boolean | undefined;
}

/** A campaign that is to be shown, and the creative. */
export interface Choice {
  readonly campaign: Campaign;
  readonly version: CreativeVersion;
  readonly topicId?: string | undefined;
}

export interface RankingRequest {
  readonly draw: Draw;
  readonly rateOf: RateOf;
  /** The creative that the user was shown last. */
  readonly lastCreativeId?: string | undefined;
}

/** Draws stay this many deviations from the mean, so that whoever is beyond reach need not be drawn. */
export const maxDeviations = 2;

/** The most and the least that showing one of these creatives can be worth, before relevance. */
export function worthMost(campaign: Campaign, creatives: readonly CreativeVersion[], rateOf: RateOf): number {
  let most = 0;
  for (const { creative } of creatives) {
    const { mean, deviation } = rateOf(creative);
    most = Math.max(most, mean + maxDeviations * deviation);
  }
  return campaign.priceMicros * most;
}
export function worthLeast(
  campaign: Campaign,
  creatives: readonly CreativeVersion[],
  rateOf: RateOf,
): number {
  let least = 0;
  for (const { creative } of creatives) {
    const { mean, deviation } = rateOf(creative);
    least = Math.max(least, mean - maxDeviations * deviation);
  }
  return campaign.priceMicros * least;
}

/**
 * When a campaign arrives in a race in which it starts as many runners as its weight: the first of equals is each one
 * with the share that its weight has, and so is the second of those that are left.
 */
export function samplingKey(weight: number, draw: Draw): number {
  return -Math.log(1 - draw()) / weight;
}

interface Drawn {
  readonly contender: Contender;
  readonly version: CreativeVersion;
  readonly isLastShown: boolean;
  readonly worth: number;
  readonly samplingKey: number;
}

function isBefore(one: Drawn, other: Drawn | undefined): boolean {
  if (other === undefined) return true;
  if (one.isLastShown !== other.isLastShown) {
    const [last, another] = one.isLastShown ? [one, other] : [other, one];
    // A house ad does not take the place of one that earns.
    if (another.worth > 0 || last.worth === 0) return another === one;
  }
  return one.worth > other.worth || (one.worth === other.worth && one.samplingKey < other.samplingKey);
}

function drawWorth(contender: Contender, shortlist: readonly Contender[], request: RankingRequest): Drawn {
  const { campaign, relevance } = contender;
  const { draw, rateOf, lastCreativeId } = request;
  const { weight, priceMicros } = campaign;
  const { creatives } = contender;
  const first = contender.samplingKey ?? samplingKey(weight, draw);
  const chosen = creatives.length === 1 ? 0 : Math.floor(draw() * creatives.length);
  let version = creatives[chosen] ?? firstOf(creatives);
  let rate = leastRate;
  for (let index = 0; priceMicros > 0 && index < creatives.length; index++) {
    const item = creatives[index] ?? version;
    const { mean, deviation } = rateOf(item.creative);
    let drawn = mean;
    if (deviation > 0) {
      // Together the creatives of a campaign draw as one: the one that was chosen arrives first, the others later.
      const at = index === chosen ? first : first + creatives.length * samplingKey(weight, draw);
      drawn += deviation * deviationsAt(at * heaviestOf(shortlist, priceMicros));
    }
    if (drawn < rate || (drawn === rate && index !== chosen)) continue;
    rate = drawn;
    version = item;
  }
  const isLastShown = version.creative.id === lastCreativeId;
  return { contender, version, isLastShown, worth: priceMicros * rate * relevance, samplingKey: first };
}

/** Nothing is sure never to be seen. */
const leastRate = 1e-9;

/** The creatives that a campaign can show to a user who was shown one of them last: another one, if it has one. */
export function withoutLast(
  creatives: readonly CreativeVersion[],
  lastCreativeId: string | undefined,
): readonly CreativeVersion[] {
  if (lastCreativeId === undefined || creatives.length === 1) return creatives;
  const others = creatives.filter(({ creative }) => creative.id !== lastCreativeId);
  return others.length > 0 ? others : creatives;
}

function firstOf(creatives: readonly CreativeVersion[]): CreativeVersion {
  const [first] = creatives;
  if (first === undefined) throw new Error("A campaign without a fitting creative was ranked.");
  return first;
}

/**
 * How many deviations from the mean the draw of a sampling key is: the smaller, the higher. The logistic curve is near
 * enough to the normal one, and it is two logarithms.
 */
function deviationsAt(time: number): number {
  const odds = (-time - Math.log(-Math.expm1(-time))) / logisticScale;
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
