import type { Topic } from "../../../core/catalog/topic.ts";
import { runSync } from "../../../core/timing/cooperative-task.ts";
import { trainTopics } from "../../../core/topics/training/train-topics.ts";
import { createPrng, type Prng } from "../../conformance/prng.ts";

/** Made-up topics with phrases and examples, trained. Their words are said as unevenly as those of a language. */
export function benchTopics(count: number): readonly Topic[] {
  const prng = createPrng(count);
  const words = vocabulary();
  const topics: readonly Topic[] = Array.from({ length: count }, (_, index) => {
    const own = Array.from({ length: 12 }, () => prng.pick(words));
    return {
      id: `topic-${index}`,
      name: `Topic ${index}`,
      phrases: { en: own.slice(0, 4).map((item) => `${item} ${prng.pick(own)}`) },
      examples: Array.from({ length: 20 }, () => sentence(prng, 10, words, own)),
      outOfScopeExamples: Array.from({ length: 5 }, () => sentence(prng, 10, words, [])),
    };
  });
  const trained = runSync(trainTopics(topics));
  return topics.map((topic) => ({ ...topic, trained: trained.get(topic.id) }));
}

/** Questions of this many characters: a sentence that is about a topic, and more around it. */
export function benchQuestions(
  topics: readonly Topic[],
  count: number,
  characters: number,
): readonly string[] {
  const prng = createPrng(characters);
  const words = vocabulary();
  return Array.from({ length: count }, () => {
    const { examples } = prng.pick(topics);
    const said = Array.isArray(examples) ? examples.slice(0, 1).join(" ") : "";
    return `${said} ${sentence(prng, characters, words, [])}`.slice(0, characters);
  });
}

const vocabularySize = 3_000;

function vocabulary(): readonly string[] {
  const prng = createPrng(vocabularySize);
  return Array.from({ length: vocabularySize }, () =>
    Array.from({ length: 1 + prng.below(4) }, () => prng.pick(syllables)).join(""),
  );
}

const syllables =
  "ba be bi bo da de di do fa fe ka ke ki ko la le li lo ma me mi mo na ne no ra re ri ro sa se si so ta te ti to".split(
    " ",
  );

/** Early words of the vocabulary are said most (Zipf): the logarithm of the place is drawn evenly. */
function sentence(prng: Prng, length: number, words: readonly string[], own: readonly string[]): string {
  return Array.from({ length }, () => {
    if (own.length > 0 && prng.below(3) === 0) return prng.pick(own);
    return words[Math.floor(words.length ** (prng.below(10_000) / 10_000)) - 1] ?? "";
  }).join(" ");
}
