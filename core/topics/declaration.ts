import { canonicalJson } from "../catalog/canonical-json.ts";
import type { Topic } from "../catalog/entities.ts";
import { byKey, textsOf } from "../catalog/topic-texts.ts";
import { sha256 } from "../signing/hash.ts";
import { foldedWords } from "./words.ts";

/** A phrase as declared, with its folded words. */
export interface DeclaredPhrase {
  readonly phrase: string;
  readonly words: readonly string[];
  /** How much of a match it is: 1 is one by itself. */
  readonly weight: number;
}

/** The phrases of a topic in an order that only their texts decide, those without words left out. */
export function phrasesOf(topic: Topic): readonly DeclaredPhrase[] {
  return byKey(topic.phrases).flatMap(([, phrases]) =>
    phrases.flatMap((declared) => {
      const { phrase, weight } = typeof declared === "string" ? { phrase: declared, weight: 1 } : declared;
      const words = foldedWords(phrase);
      return words.length === 0 ? [] : [{ phrase, words, weight }];
    }),
  );
}

/** Whether there is anything to learn from beside phrases. */
export function hasExamples(topic: Topic): boolean {
  return textsOf(topic.examples).length + textsOf(topic.outOfScopeExamples).length > 0;
}

/** Whether a model can be trained: phrases alone teach nothing, nor does a single topic without out-of-scope questions. */
export function isTrainable(topics: readonly Topic[]): boolean {
  if (!topics.some(hasExamples)) return false;
  return topics.length > 1 || topics.some(({ outOfScopeExamples }) => textsOf(outOfScopeExamples).length > 0);
}

/** A topic without what the core adds to it: as an operator declares it. The same object for the same topic. */
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

export const digestBytes = 16;

/** Changes whenever the same declarations would be trained into another model. */
const trainer = "handbill topics 5";

/**
 * What all topics of a catalogue are declared as, in 16 bytes: a model is of use only with the declarations that it
 * was trained from. The order of topics and keys does not change it.
 */
export function digestDeclarations(topics: Iterable<Topic>): Uint8Array {
  const own = [...topics].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)).map(digestOne);
  const all = new Uint8Array(own.length * digestBytes);
  own.forEach((digest, index) => {
    all.set(digest, index * digestBytes);
  });
  return sha256(Uint8Array.of(...new TextEncoder().encode(trainer), ...sha256(all))).slice(0, digestBytes);
}

/** Topics never change in place, and examples are many: each is digested once. */
const digests = new WeakMap<Topic, Uint8Array>();

function digestOne(topic: Topic): Uint8Array {
  const declared = declarationOf(topic);
  const known = digests.get(declared);
  if (known !== undefined) return known;
  const { id, name, phrases, examples = [], outOfScopeExamples = [] } = declared;
  // The key is the former name of the field, so that models of earlier releases stay valid.
  const text = canonicalJson({ id, name, phrases, examples, noneExamples: outOfScopeExamples });
  const digest = sha256(new TextEncoder().encode(text)).slice(0, digestBytes);
  digests.set(declared, digest);
  return digest;
}
