import type { Topic } from "../catalog/topic.ts";
import { textsOf } from "../catalog/topic-texts.ts";
import { equalBytes } from "../signing/hash.ts";
import { type DeclaredPhrase, digestDeclarations, phrasesOf } from "./declaration.ts";
import { createModel, type Model } from "./model.ts";
import { indexPhrases, type PhraseIndex } from "./phrase-index.ts";
import { createSpelling, type Spelling } from "./spelling.ts";
import { readTrained, type TrainedTopic } from "./trained-document.ts";
import { foldedWords } from "./words.ts";

/** Topics in the form for matching. A topic is its index in `ids`. */
export interface CompiledTopics {
  readonly ids: readonly string[];
  /** The trained model; untrained when a topic has no valid one. */
  readonly model: Model;
  /** By the numbers of `index`. */
  readonly phrases: readonly TopicPhrase[];
  /** Corrects typos of declared words. */
  readonly spell: Spelling;
  /** Finds phrases in a question. */
  readonly index: PhraseIndex;
}

/** A phrase of one of the topics. */
export interface TopicPhrase extends DeclaredPhrase {
  /** Index of its topic. */
  readonly topic: number;
  /** False: declared questions contradict the phrase, so it decides only when it is the whole question. */
  readonly decides: boolean;
}

/** Compiles topics in the given order. */
export function compile(topics: readonly Topic[]): CompiledTopics {
  const trained = readModels(topics);
  const phrases = topics.flatMap((topic, topicIndex): TopicPhrase[] => {
    const undecided = new Set(trained[topicIndex]?.undecided);
    return phrasesOf(topic).map((phrase, number) => ({
      ...phrase,
      topic: topicIndex,
      decides: !undecided.has(number),
    }));
  });
  const model = createModel(trained);
  return {
    ids: topics.map(({ id }) => id),
    model,
    spell: createSpelling(model.isTrained ? topics.flatMap(wordsOf) : []),
    phrases,
    index: indexPhrases(phrases.map(({ words }) => words)),
  };
}

/** The words of all declared texts. */
function wordsOf(topic: Topic): readonly string[] {
  const texts = [topic.name, ...textsOf(topic.examples), ...textsOf(topic.outOfScopeExamples)];
  return [...texts.flatMap(foldedWords), ...phrasesOf(topic).flatMap(({ words }) => words)];
}

/** The models of all topics, or none: a missing, corrupt or outdated model invalidates the others. */
function readModels(topics: readonly Topic[]): readonly (TrainedTopic | undefined)[] {
  const none = topics.map(() => undefined);
  if (topics.some(({ trained }) => trained === undefined)) return none;
  const digest = digestDeclarations(topics);
  const models = topics.map(({ trained = "" }) => readTrained(trained));
  return models.every((model) => model !== undefined && equalBytes(model.digest, digest)) ? models : none;
}

/** Whether every topic has a model of exactly these declarations. */
export function areTrained(topics: readonly Topic[]): boolean {
  if (topics.length === 0) return false;
  const models = topics.map(modelDigestOf);
  if (models.includes(undefined)) return false;
  const digest = digestDeclarations(topics);
  return models.every((own) => own !== undefined && equalBytes(own, digest));
}

/** Topics never change in topicIndex, and models are long, so each is read once. */
const modelDigests = new WeakMap<Topic, Uint8Array | undefined>();

/** The digest of the declarations of a topic's model; `undefined` when the model is missing or corrupt. */
function modelDigestOf(topic: Topic): Uint8Array | undefined {
  if (topic.trained === undefined) return undefined;
  if (modelDigests.has(topic)) return modelDigests.get(topic);
  const digest = readTrained(topic.trained)?.digest;
  modelDigests.set(topic, digest);
  return digest;
}
