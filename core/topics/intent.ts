import type { CompiledTopics } from "./compiled-topics.ts";
import { createDecision } from "./decide.ts";
import { isKeywordList } from "./keyword-list.ts";
import type { HeldBack, TopicMatch } from "./matcher.ts";
import { withoutNegated } from "./negation/negation.ts";
import { foldedWords } from "./words.ts";

/** The topics that a question asks for. */
export interface Intent {
  readonly matches: readonly TopicMatch[];
  /** By topic id: what held its match back. */
  readonly heldBack: ReadonlyMap<string, readonly HeldBack[]>;
}

/** The most topics of a list of keywords. */
const maxListed = 2;
const none: Intent = { matches: [], heldBack: new Map() };

/** Decides on the topics of a question, without its negated clauses, and with at most two topics for a list of keywords. */
export function createIntent(compiled: CompiledTopics): (question: string) => Intent {
  const decide = createDecision(compiled);
  return (question) => {
    const all = decide(question);
    if (all.matches.length + all.tooDeep.length === 0) return none;
    const heldBack = new Map<string, readonly HeldBack[]>();
    const { text, negated } = withoutNegated(question, all.negatedIn);
    const { matches, tooDeep } = negated.length === 0 ? all : decide(text);
    const isTaken = matches.length > maxListed && isListed(compiled, question);
    const kept = isTaken ? matches.slice(0, maxListed) : matches;
    for (const { topicId } of all.matches) heldBack.set(topicId, [{ reason: "negation", texts: negated }]);
    for (const topicId of tooDeep) heldBack.set(topicId, [{ reason: "position", texts: [] }]);
    for (const { topicId } of matches) heldBack.set(topicId, [{ reason: "keyword_list", texts: [] }]);
    for (const { topicId } of kept) heldBack.delete(topicId);
    return { matches: kept, heldBack };
  };
}

function isListed({ phrases, index }: CompiledTopics, question: string): boolean {
  const words = foldedWords(question);
  const covered = new Set<number>();
  index.find(words, (number, start) => {
    const length = phrases[number]?.words.length ?? 0;
    for (let at = start; at < start + length; at++) covered.add(at);
  });
  return isKeywordList(question, words, covered);
}
