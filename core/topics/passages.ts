import type { Model } from "./model.ts";
import { createScorer, type Score } from "./scorer.ts";
import type { Spelling } from "./spelling.ts";
import { foldedWords } from "./words.ts";

/** Shorter questions are scored as a whole. */
const minLength = 240;
/** The most characters of a passage. */
const maxPassage = 120;
/** A shorter passage is joined with the next, because a greeting is no question. */
const minPassage = 20;
const endsOfSentences = /(?<=[.!?؟।…]["')\]]?\s|[。！？\n])/u;

/**
 * Scores a question. In a long one the words before and behind the question itself are filler, so its last sentence counts if it
 * is about a topic, otherwise its first, otherwise the whole.
 */
export function createPassageScorer(
  model: Model,
  spell: Spelling,
): (question: string, words: readonly string[]) => Score {
  const score = createScorer(model, spell);
  return (question, words) => {
    const whole = score(words);
    if (question.length < minLength || whole.best < 0) return whole;
    const { best, negatedIn } = whole;
    const scores = whole.scores.slice();
    for (const passage of passagesOf(question)) {
      const found = score(foldedWords(passage));
      if ((found.scores[found.best] ?? 0) > (model.thresholds[found.best] ?? 0))
        return { ...found, negatedIn };
    }
    return { scores, best, negatedIn };
  };
}

/** The end and the beginning of a text, cut where sentences end. */
function passagesOf(text: string): readonly string[] {
  const trimmed = text.trim();
  const first = trimmed.slice(0, maxPassage).split(endsOfSentences);
  const last = trimmed.slice(-maxPassage).split(endsOfSentences);
  return [join(last.toReversed(), (all, next) => next + all), join(first, (all, next) => all + next)];
}

/** Joins sentences until they are long enough. */
function join(sentences: readonly string[], add: (all: string, next: string) => string): string {
  let joined = "";
  for (const sentence of sentences) {
    if (joined.length >= minPassage) break;
    joined = add(joined, sentence);
  }
  return joined;
}
