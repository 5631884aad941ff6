import { CampaignStream, type ShortlistRequest } from "./campaign-stream.ts";
import { type Candidate, checkEligibility } from "./eligibility.ts";
import type { CampaignIndex } from "./index/campaign-index.ts";
import { queryClauses, topicClause } from "./index/query-clauses.ts";
import { type Contender, choicesPerOrder, minWorth, shortlistSize, withoutRecent } from "./ranking.ts";

/**
 * The campaigns to rank for a slot, by descending bound. Reading stops at the size limit, or when the next bound is below the
 * least worth of the third best campaign.
 */
export function shortlist(
  indexes: readonly CampaignIndex[],
  request: ShortlistRequest,
): readonly Contender[] {
  const [only, another] = indexes;
  if (only?.few !== undefined && another === undefined) return checkEach(only, only.few, request);
  const streams = openStreams(indexes, request);
  const [first, second] = streams;
  const alone = second === undefined ? first?.findAlone() : undefined;
  if (alone !== undefined) return [alone];
  const cutoff = new TopKCutoff(request);
  for (;;) {
    let best: CampaignStream | undefined;
    for (const stream of streams) {
      if (stream.bound > (best?.bound ?? Number.NEGATIVE_INFINITY)) best = stream;
    }
    if (best === undefined || cutoff.endsBefore(best.bound)) return cutoff.contenders;
    if (best.hasFound) {
      cutoff.add(best.found(), best.bound);
      best.advance();
    } else best.search();
  }
}

/** Decides where a shortlist ends. Contenders are added by descending bound. */
export class TopKCutoff {
  /** The shortlist so far. */
  readonly contenders: Contender[] = [];
  readonly #request: Pick<ShortlistRequest, "rateOf" | "recentCreativeIds">;
  /** The highest lower bounds of the contenders' worth, in descending order. */
  readonly #lowerBounds: number[] = [];
  #lastBound = Number.POSITIVE_INFINITY;
  /** Contenders that are not recent. */
  #fresh = 0;

  constructor(request: Pick<ShortlistRequest, "rateOf" | "recentCreativeIds">) {
    this.#request = request;
  }

  /** Whether the shortlist ends before a campaign of this bound. */
  endsBefore(bound: number): boolean {
    if (bound === this.#lastBound) return false;
    return this.#fresh >= shortlistSize || bound < (this.#lowerBounds[choicesPerOrder - 1] ?? 0);
  }

  add(found: Contender, bound: number): void {
    const { campaign, relevance } = found;
    // Two of its topics found the same campaign.
    if (found.topicId !== undefined && this.contenders.some((other) => other.campaign === campaign)) return;
    this.#lastBound = bound;
    const { rateOf, recentCreativeIds } = this.#request;
    const creatives = withoutRecent(found.creatives, recentCreativeIds);
    this.contenders.push(creatives === found.creatives ? found : { ...found, creatives });
    // Recent creatives rank below the others, so they must not displace any of them.
    if (creatives.length === 1 && recentCreativeIds.includes(creatives[0]?.creative.id ?? "")) return;
    this.#fresh += 1;
    const worth = minWorth(campaign, creatives, rateOf) * relevance;
    // The store is offered nothing after a campaign that represents its tie group.
    for (let times = found.representsTie === true ? choicesPerOrder : 1; times > 0; times--)
      this.#addLowerBound(worth);
  }

  #addLowerBound(worth: number): void {
    const lowerBounds = this.#lowerBounds;
    let place = Math.min(lowerBounds.length, choicesPerOrder);
    while (place > 0 && (lowerBounds[place - 1] ?? 0) < worth) place -= 1;
    for (let last = Math.min(lowerBounds.length, choicesPerOrder - 1); last > place; last--) {
      lowerBounds[last] = lowerBounds[last - 1] ?? 0;
    }
    if (place < choicesPerOrder) lowerBounds[place] = worth;
  }
}

/** The same for few campaigns, which are checked one by one in the order of their bounds. */
function checkEach(
  { active, parts }: CampaignIndex,
  candidates: readonly Candidate[],
  request: ShortlistRequest,
): readonly Contender[] {
  const { slot, refused } = request;
  const cutoff = new TopKCutoff(request);
  /** Topics change the order, so these are sorted below. */
  const found: { readonly contender: Contender; readonly bound: number }[] = [];
  const isInOrder = slot.topics.length === 0 || parts.targets.topics === undefined;
  for (let position = 0; position < candidates.length; position++) {
    const bound = parts.bounds[position] ?? 0;
    if (isInOrder && cutoff.endsBefore(bound)) break;
    const candidate = candidates[position];
    if (candidate === undefined || !active.has(position) || refused.has(candidate.campaign.id)) continue;
    const eligibility = checkEligibility(candidate, slot, parts.schedule.isRunning(position, slot.now));
    if (!eligibility.eligible) continue;
    const { creatives, relevance, topicId } = eligibility;
    const { campaign } = candidate;
    const contender: Contender = { campaign, creatives, relevance, topicId, samplingKey: undefined };
    if (isInOrder) cutoff.add(contender, bound);
    else found.push({ contender, bound: bound * relevance });
  }
  if (found.length > 1) found.sort((a, b) => b.bound - a.bound);
  for (const { contender, bound } of found) {
    if (cutoff.endsBefore(bound)) break;
    cutoff.add(contender, bound);
  }
  return cutoff.contenders;
}

function openStreams(
  indexes: readonly CampaignIndex[],
  request: ShortlistRequest,
): readonly CampaignStream[] {
  const streams: CampaignStream[] = [];
  for (const index of indexes) {
    if (index.size === 0) continue;
    const { all, untargeted } = queryClauses(index, request.slot);
    streams.push(new CampaignStream(index, request, untargeted, 1, undefined));
    for (const { topicId, confidence } of request.slot.topics) {
      const topic = topicClause(index, request.slot, topicId);
      if (topic === undefined) continue;
      streams.push(new CampaignStream(index, request, [topic, ...all], 1 + confidence, topicId));
    }
  }
  return streams;
}
