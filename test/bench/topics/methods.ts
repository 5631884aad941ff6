import MiniSearch from "minisearch";
import type { Topic } from "../../../core/catalog/topic.ts";
import { textsOf } from "../../../core/catalog/topic-texts.ts";
import { runSync } from "../../../core/timing/cooperative-task.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { phrasesOf } from "../../../core/topics/declaration.ts";
import { indexPhrases } from "../../../core/topics/phrase-index.ts";
import { trainTopics } from "../../../core/topics/training/train-topics.ts";
import { foldedWords } from "../../../core/topics/words.ts";
import { maxOutOfScopeMatched } from "./trials.ts";

/** Says which topics a question is about. */
export type Match = (question: string) => readonly string[];

export interface Method {
  readonly name: string;
  /** `undefined` for topics that it can do nothing with. */
  readonly prepare: (topics: readonly Topic[]) => Match | undefined;
}

export const methods: readonly Method[] = [
  { name: "handbill", prepare: (topics) => idsOf(compileTopics(train(topics))) },
  { name: "phrases on word boundaries", prepare: onWordBoundaries },
  { name: "keywords between spaces", prepare: betweenSpaces },
  { name: "BM25 (minisearch)", prepare: byBm25 },
];

/** Topics with their models, as a plan makes them. */
export function train(topics: readonly Topic[]): readonly Topic[] {
  const models = runSync(trainTopics(topics));
  return topics.map((topic) => ({ ...topic, trained: models.get(topic.id) }));
}

function idsOf(matcher: ReturnType<typeof compileTopics>): Match {
  return (question) => matcher.match(question).map(({ topicId }) => topicId);
}

function phraseList(
  topics: readonly Topic[],
): readonly { id: string; phrase: string; words: readonly string[] }[] {
  return topics.flatMap((topic) =>
    phrasesOf(topic).map(({ phrase, words }) => ({ id: topic.id, phrase, words })),
  );
}

/** Folded words in a row: what handbill does without a model. */
function onWordBoundaries(topics: readonly Topic[]): Match | undefined {
  const phrases = phraseList(topics);
  if (phrases.length === 0) return undefined;
  const index = indexPhrases(phrases.map(({ words }) => words));
  return (question) => {
    const found = new Set<string>();
    index.find(foldedWords(question), (place) => found.add(phrases[place]?.id ?? ""));
    return [...found];
  };
}

/** The method of a simple ad server: words of the question in a set of keywords. */
function betweenSpaces(topics: readonly Topic[]): Match | undefined {
  const owners = Map.groupBy(phraseList(topics), ({ phrase }) => phrase.toLowerCase());
  if (owners.size === 0) return undefined;
  return (question) => [
    ...new Set(
      question
        .toLowerCase()
        .split(/\s+/)
        .flatMap((word) => owners.get(word) ?? [])
        .map(({ id }) => id),
    ),
  ];
}

/** The best of the topics, each a document of its name, phrases and examples; the threshold from out-of-scope questions. */
function byBm25(topics: readonly Topic[]): Match {
  const search = new MiniSearch({ fields: ["text"] });
  search.addAll(
    topics.map((topic) => ({
      id: topic.id,
      text: [topic.name, ...phrasesOf(topic).map(({ phrase }) => phrase), ...textsOf(topic.examples)].join(
        "\n",
      ),
    })),
  );
  const scores = topics
    .flatMap(({ outOfScopeExamples }) => textsOf(outOfScopeExamples))
    .map((question) => search.search(question)[0]?.score ?? 0)
    .sort((a, b) => b - a);
  const threshold = scores[Math.floor(maxOutOfScopeMatched * scores.length)] ?? 0;
  return (question) => {
    const [best] = search.search(question);
    return best !== undefined && best.score > threshold ? [String(best.id)] : [];
  };
}
