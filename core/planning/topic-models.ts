import { canonicalJson } from "../catalog/canonical-json.ts";
import type { Topic } from "../catalog/topic.ts";
import { toBase64Url } from "../signing/base64url.ts";
import type { CooperativeTask } from "../timing/cooperative-task.ts";
import { areTrained } from "../topics/compiled-topics.ts";
import { declarationOf, digestDeclarations, isTrainable } from "../topics/declaration.ts";
import { trainTopics } from "../topics/training/train-topics.ts";
import type { FieldChange } from "./field-change.ts";

/** Trains the topics of a catalogue: `trained` of each, by topic id. */
export interface TopicTrainer {
  /** Trains these declarations, or returns the last result for equal ones. */
  readonly train: (topics: readonly Topic[]) => CooperativeTask<ReadonlyMap<string, string>>;
  /** Whether these declarations were the last that were trained, so that `train` returns at once. */
  readonly knows: (topics: readonly Topic[]) => boolean;
}

/** A trainer that keeps its last result, so that a change that is planned twice trains once. */
export function createTopicTrainer(): TopicTrainer {
  let last: { readonly digest: string; readonly models: ReadonlyMap<string, string> } | undefined;
  const digestOf = (topics: readonly Topic[]): string => toBase64Url(digestDeclarations(topics));
  return {
    knows: (topics) => last?.digest === digestOf(topics),
    *train(topics) {
      const digest = digestOf(topics);
      if (last?.digest === digest) return last.models;
      const models = yield* trainTopics(topics);
      last = { digest, models };
      return models;
    },
  };
}

/** The topics after a plan, each with its stored model. */
export interface TopicsAfter {
  /** All topics; models may be missing or outdated. */
  readonly topics: readonly Topic[];
  /** The declarations to train; `undefined` when the stored models are valid or nothing can be trained. */
  readonly toTrain: readonly Topic[] | undefined;
}

/** How declared topics change the stored ones. */
export interface TopicChange {
  /** Whether topics that `next` omits are removed. */
  readonly prune: boolean;
  /** Ids of stored topics to remove. Default: none. */
  readonly removed?: ReadonlySet<string> | undefined;
}

/**
 * Merges declared topics into the stored ones. Keeps stored models while no declaration changes and ignores models in `next`. A
 * change without topics trains nothing and costs little.
 */
export function topicsAfter(
  stored: ReadonlyMap<string, Topic>,
  next: readonly Topic[],
  { prune, removed = new Set() }: TopicChange,
): TopicsAfter {
  const after = new Map(prune ? [] : stored);
  for (const id of removed) after.delete(id);
  for (const topic of next) after.set(topic.id, redeclared(topic, stored.get(topic.id)));
  const topics = [...after.values()];
  const isChange = prune || removed.size > 0 || next.length > 0;
  if (!isChange || areTrained(topics)) return { topics, toTrain: undefined };
  const declared = topics.map(declarationOf);
  return isTrainable(declared) ? { topics, toTrain: declared } : { topics: declared, toTrain: undefined };
}

/** Returns every topic with a model of exactly these declarations. Trains when necessary. */
export function* trainedTopics(
  { topics, toTrain }: TopicsAfter,
  trainer: TopicTrainer,
): CooperativeTask<readonly Topic[]> {
  if (toTrain === undefined) return topics;
  const models = yield* trainer.train(toTrain);
  return toTrain.map((topic) => withModel(topic, models.get(topic.id)));
}

/** Returns the stored object when the declaration is equal, so that caches by object stay valid. */
function redeclared(topic: Topic, stored: Topic | undefined): Topic {
  const declared = declarationOf(topic);
  if (stored === undefined) return declared;
  if (canonicalJson(declared) === canonicalJson(declarationOf(stored))) return stored;
  return withModel(declared, stored.trained);
}

function withModel(topic: Topic, trained: string | undefined): Topic {
  return trained === undefined ? topic : { ...topic, trained };
}

/** Shortens the change of a model, which is thousands of characters, to its size and its end. */
export function nameModel(field: FieldChange): FieldChange {
  if (field.path !== "trained") return field;
  return { ...field, from: nameOf(field.from), to: nameOf(field.to) };
}

function nameOf(trained: unknown): unknown {
  return typeof trained === "string" ? `model …${trained.slice(-8)}, ${trained.length} characters` : trained;
}
