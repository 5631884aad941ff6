import { canonicalJson } from "../catalog/canonical-json.ts";
import type { Topic } from "../catalog/topic.ts";
import { byKey, textsOf } from "../catalog/topic-texts.ts";
import { sha256 } from "../signing/hash.ts";
import { hasMixedScripts } from "./scripts.ts";
import { foldedWords } from "./words.ts";

/** A declared phrase with its folded words. */
export interface DeclaredPhrase {
  /** As declared. */
  readonly phrase: string;
  /** Folded; at least one. */
  readonly words: readonly string[];
  /** Its share of a match, 0.01 to 1. A phrase of weight 1 matches alone. */
  readonly weight: number;
}

/** The phrases of a topic without those that have no words or a word of mixed scripts. The order depends on the declaration only. */
export function phrasesOf(topic: Topic): readonly DeclaredPhrase[] {
  return byKey(topic.phrases).flatMap(([, phrases]) =>
    phrases.flatMap((declared) => {
      const { phrase, weight } = typeof declared === "string" ? { phrase: declared, weight: 1 } : declared;
      const words = foldedWords(phrase);
      return words.length === 0 || words.some(hasMixedScripts) ? [] : [{ phrase, words, weight }];
    }),
  );
}

/** Whether a topic has examples or out-of-scope questions. */
export function hasExamples(topic: Topic): boolean {
  return textsOf(topic.examples).length + textsOf(topic.outOfScopeExamples).length > 0;
}

/** Whether a model can be trained: needs examples, and two topics or out-of-scope questions. */
export function isTrainable(topics: readonly Topic[]): boolean {
  if (!topics.some(hasExamples)) return false;
  return topics.length > 1 || topics.some(({ outOfScopeExamples }) => textsOf(outOfScopeExamples).length > 0);
}

/** The topic as the operator declares it, without its model. Returns the same object for the same topic. */
export function declarationOf(topic: Topic): Topic {
  if (!("trained" in topic)) return topic;
  const known = declarations.get(topic);
  if (known !== undefined) return known;
  const { trained: _, ...declared } = topic;
  declarations.set(topic, declared);
  return declared;
}

/** Topics never change in place. */
const declarations = new WeakMap<Topic, Topic>();

/** Bytes of a digest of declarations. */
export const digestBytes = 16;

/** Version of the training. Change it whenever equal declarations give another model or another digest. */
const trainer = "handbill topics 7";

/**
 * The digest of the declarations of all topics, 16 bytes. A model is valid only with the declarations that it was trained from.
 * The order of topics and keys has no effect.
 */
export function digestDeclarations(topics: Iterable<Topic>): Uint8Array {
  const own = [...topics].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)).map(digestOne);
  const all = new Uint8Array(own.length * digestBytes);
  own.forEach((digest, index) => {
    all.set(digest, index * digestBytes);
  });
  return sha256(Uint8Array.of(...new TextEncoder().encode(trainer), ...sha256(all))).slice(0, digestBytes);
}

/** Topics never change in place, and examples are many, so each topic is digested once. */
const digests = new WeakMap<Topic, Uint8Array>();

function digestOne(topic: Topic): Uint8Array {
  const declared = declarationOf(topic);
  const known = digests.get(declared);
  if (known !== undefined) return known;
  const { id, name, phrases, examples = [], outOfScopeExamples = [], falseMatches } = declared;
  // The key is the former name of the field, so that models of earlier releases stay valid.
  const text = canonicalJson({ id, name, phrases, examples, noneExamples: outOfScopeExamples, falseMatches });
  const digest = sha256(new TextEncoder().encode(text)).slice(0, digestBytes);
  digests.set(declared, digest);
  return digest;
}
