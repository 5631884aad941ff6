import { CampaignStream, type ShortlistRequest } from "./campaign-stream.ts";
import { type Candidate, judge } from "./eligibility.ts";
import type { CampaignIndex } from "./index/campaign-index.ts";
import { queryClauses, topicClause } from "./index/query-clauses.ts";
import { type Contender, choicesPerOrder, shortlistSize, withoutLast, worthLeast } from "./ranking.ts";

/**
 * The campaigns that are worth ranking for a slot: best bound first, until the next one cannot be worth as much as the
 * third best is worth at least, or there are enough. Reads as much of the indexes as that takes.
 */
export function shortlist(
  indexes: readonly CampaignIndex[],
  request: ShortlistRequest,
): readonly Contender[] {
  const [only, another] = indexes;
  if (only?.few !== undefined && another === undefined) return judgeEach(only, only.few, request);
  const streams = openStreams(indexes, request);
  const [first, second] = streams;
  const alone = second === undefined ? first?.findAlone() : undefined;
  if (alone !== undefined) return [alone];
  const cut = new TopKCutoff(request);
  for (;;) {
    let best: CampaignStream | undefined;
    for (const stream of streams) {
      if (stream.bound > (best?.bound ?? Number.NEGATIVE_INFINITY)) best = stream;
    }
    if (best === undefined || cut.isMadeBefore(best.bound)) return cut.contenders;
    if (best.hasFound) {
      cut.add(best.found(), best.bound);
      best.advance();
    } else best.search();
  }
}

/** The rule of where a shortlist ends. Contenders are added best bound first. */
export class TopKCutoff {
  readonly contenders: Contender[] = [];
  readonly #request: Pick<ShortlistRequest, "rateOf" | "lastCreativeId">;
  /** The highest of what contenders are worth at least, the largest first. */
  readonly #sure: number[] = [];
  #lastBound = Number.POSITIVE_INFINITY;

  constructor(request: Pick<ShortlistRequest, "rateOf" | "lastCreativeId">) {
    this.#request = request;
  }

  /** Whether a campaign of this bound, and all that follow, are left out. */
  isMadeBefore(bound: number): boolean {
    if (bound === this.#lastBound) return false;
    return this.contenders.length >= shortlistSize || bound < (this.#sure[choicesPerOrder - 1] ?? 0);
  }

  add(found: Contender, bound: number): void {
    const { campaign, relevance } = found;
    // Found by two of its topics.
    if (found.topicId !== undefined && this.contenders.some((other) => other.campaign === campaign)) return;
    this.#lastBound = bound;
    const { rateOf, lastCreativeId } = this.#request;
    const creatives = withoutLast(found.creatives, lastCreativeId);
    this.contenders.push(creatives === found.creatives ? found : { ...found, creatives });
    // What was shown last goes behind the others, so it keeps none of them off the list.
    if (creatives.length === 1 && creatives[0]?.creative.id === lastCreativeId) return;
    const worth = worthLeast(campaign, creatives, rateOf) * relevance;
    // Nothing is offered after one that stands for its row.
    for (let times = found.representsTie === true ? choicesPerOrder : 1; times > 0; times--)
      this.#noteSure(worth);
  }

  #noteSure(worth: number): void {
    const sure = this.#sure;
    let place = Math.min(sure.length, choicesPerOrder);
    while (place > 0 && (sure[place - 1] ?? 0) < worth) place -= 1;
    for (let last = Math.min(sure.length, choicesPerOrder - 1); last > place; last--) {
      sure[last] = sure[last - 1] ?? 0;
    }
    if (place < choicesPerOrder) sure[place] = worth;
  }
}

/** The same from campaigns in the order of their bounds, one by one. */
function judgeEach(
  { active, parts }: CampaignIndex,
  candidates: readonly Candidate[],
  request: ShortlistRequest,
): readonly Contender[] {
  const { slot, refused } = request;
  const cut = new TopKCutoff(request);
  /** Topics change the order. */
  const found: { readonly contender: Contender; readonly bound: number }[] = [];
  const isInOrder = slot.topics.length === 0 || parts.targets.topics === undefined;
  for (let position = 0; position < candidates.length; position++) {
    const bound = parts.bounds[position] ?? 0;
    if (isInOrder && cut.isMadeBefore(bound)) break;
    const candidate = candidates[position];
    if (candidate === undefined || !active.has(position) || refused.has(candidate.campaign.id)) continue;
    const verdict = judge(candidate, slot, parts.agenda.isRunning(position, slot.now));
    if (!verdict.eligible) continue;
    const { creatives, relevance, topicId } = verdict;
    const { campaign } = candidate;
    const contender: Contender = { campaign, creatives, relevance, topicId, samplingKey: undefined };
    if (isInOrder) cut.add(contender, bound);
    else found.push({ contender, bound: bound * relevance });
  }
  if (found.length > 1) found.sort((a, b) => b.bound - a.bound);
  for (const { contender, bound } of found) {
    if (cut.isMadeBefore(bound)) break;
    cut.add(contender, bound);
  }
  return cut.contenders;
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
