import type { Topic } from "../catalog/entities.ts";
import { equalBytes } from "../signing/hash.ts";
import { type DeclaredPhrase, digestDeclarations, phrasesOf } from "./declaration.ts";
import { createModel, type Model } from "./model.ts";
import { indexPhrases, type PhraseIndex } from "./phrase-index.ts";
import { readTrained, type TrainedTopic } from "./trained-document.ts";

/** Topics in the form in which questions are matched. A topic is its place in `ids`. */
export interface CompiledTopics {
  readonly ids: readonly string[];
  readonly model: Model;
  /** By the numbers of `index`. */
  readonly phrases: readonly TopicPhrase[];
  readonly index: PhraseIndex;
}

/** A phrase of one of the topics. */
export interface TopicPhrase extends DeclaredPhrase {
  readonly topic: number;
  /** False: questions speak against it, so the model weighs it. It still decides when it is the whole question. */
  readonly decides: boolean;
}

export function compile(topics: readonly Topic[]): CompiledTopics {
  const trained = readModels(topics);
  const phrases = topics.flatMap((topic, place): TopicPhrase[] => {
    const undecided = new Set(trained[place]?.undecided);
    return phrasesOf(topic).map((phrase, number) => ({
      ...phrase,
      topic: place,
      decides: !undecided.has(number),
    }));
  });
  return {
    ids: topics.map(({ id }) => id),
    model: createModel(trained),
    phrases,
    index: indexPhrases(phrases.map(({ words }) => words)),
  };
}

/** The models of all topics, or of none: one that is missing, corrupt or of other declarations spoils the others. */
function readModels(topics: readonly Topic[]): readonly (TrainedTopic | undefined)[] {
  const nothing = topics.map(() => undefined);
  if (topics.some(({ trained }) => trained === undefined)) return nothing;
  const digest = digestDeclarations(topics);
  const models = topics.map(({ trained = "" }) => readTrained(trained));
  return models.every((model) => model !== undefined && equalBytes(model.digest, digest)) ? models : nothing;
}

/** Whether every topic has a model of exactly these declarations. */
export function areTrained(topics: readonly Topic[]): boolean {
  if (topics.length === 0) return false;
  const models = topics.map(modelDigestOf);
  if (models.includes(undefined)) return false;
  const digest = digestDeclarations(topics);
  return models.every((own) => own !== undefined && equalBytes(own, digest));
}

/** Topics never change in place, and a model is long: each is read once. */
const modelDigests = new WeakMap<Topic, Uint8Array | undefined>();

/** Of the declarations that a topic's model was trained from; `undefined` where there is no model, or a corrupt one. */
function modelDigestOf(topic: Topic): Uint8Array | undefined {
  if (topic.trained === undefined) return undefined;
  if (modelDigests.has(topic)) return modelDigests.get(topic);
  const digest = readTrained(topic.trained)?.digest;
  modelDigests.set(topic, digest);
  return digest;
}
