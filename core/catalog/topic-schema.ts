import * as v from "valibot";
import { entityId, languageTag, noExtras, type Parser, text } from "./fields.ts";
import { type FormerTopic, withFormerFieldsRenamed } from "./former-topic-fields.ts";
import {
  maxExampleCharactersPerCatalog,
  maxExampleLength,
  maxExamplesPerCatalog,
  maxExamplesPerTopic,
  maxFalseMatches,
  maxLanguagesPerTopic,
  maxNameLength,
  maxPhraseLength,
  maxPhrasesPerLanguage,
  maxTopics,
  minFalseMatches,
  minPhraseWeight,
} from "./limits.ts";
import type { CatalogIssue } from "./messages.ts";
import type { Topic, TopicTexts, WeightedPhrase } from "./topic.ts";
import { textsOf } from "./topic-texts.ts";

const phrase: Parser<string> = v.pipe(
  text(maxPhraseLength),
  v.check((words) => /[\p{L}\p{N}]/u.test(words), "Write words: there is no letter or digit in this phrase."),
);

const weightedEntries = {
  phrase,
  weight: v.pipe(v.number(), v.minValue(minPhraseWeight), v.maxValue(1)),
};
const weightedPhrase: Parser<WeightedPhrase> = v.objectWithRest(weightedEntries, noExtras(weightedEntries));

const phraseList: Parser<(string | WeightedPhrase)[]> = v.pipe(
  v.array(v.union([phrase, weightedPhrase], 'Write a phrase, or {"phrase": "…", "weight": 0.5}.')),
  v.minLength(1),
  v.maxLength(maxPhrasesPerLanguage),
  v.checkItems(
    (value, index, all) => all.findIndex((other) => textOf(other) === textOf(value)) === index,
    "Remove the repeated value.",
  ),
);

function textOf(declared: string | WeightedPhrase): string {
  return typeof declared === "string" ? declared : declared.phrase;
}

/** A question. Line breaks and tabs are allowed. */
const question: Parser<string> = v.pipe(
  v.string(),
  v.regex(
    new RegExp(
      `^(?=[\\s\\S]*\\S)[^\\p{Cs}\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]{1,${maxExampleLength}}$`,
      "u",
    ),
    `Write a question of 1 to ${maxExampleLength} characters, not blank, without control characters.`,
  ),
);

function perLanguage<T>(list: Parser<T>): Parser<Record<string, T>> {
  return v.pipe(
    v.record(v.string(), list),
    v.maxEntries(maxLanguagesPerTopic, `Give at most ${maxLanguagesPerTopic} languages.`),
    v.rawTransform(({ dataset, addIssue }) => {
      // Two spellings of one language are an error, not an overwrite.
      const byLanguage = new Map<string, T>();
      for (const [key, value] of Object.entries(dataset.value)) {
        const path: [v.ObjectPathItem] = [
          { type: "object", origin: "value", input: dataset.value, key, value },
        ];
        const tag = v.safeParse(languageTag, key);
        if (!tag.success) addIssue({ message: tag.issues[0].message, path });
        else if (byLanguage.has(tag.output)) {
          addIssue({ message: `Merge this list with the other one for ${tag.output}.`, path });
        } else byLanguage.set(tag.output, value);
      }
      return Object.fromEntries(byLanguage);
    }),
  );
}

const questions: Parser<string[]> = v.pipe(v.array(question), v.maxLength(maxExamplesPerTopic));
const texts: Parser<TopicTexts> = v.pipe(
  v.union(
    [questions, perLanguage(questions)],
    'Write questions as a list, or as lists by language, like {"en": ["…"]}.',
  ),
  v.check(
    (given) => textsOf(given).length <= maxExamplesPerTopic,
    `Give at most ${maxExamplesPerTopic} questions in all languages together.`,
  ),
);

/** A target of false matches, of a topic or of all topics of a document without one of their own. */
export const falseMatches: Parser<number> = v.pipe(
  v.number(),
  v.minValue(minFalseMatches),
  v.maxValue(maxFalseMatches),
  v.description("The share of out-of-scope questions that may match a topic. Default: 0.03."),
);

const entries = {
  id: entityId,
  name: text(maxNameLength),
  phrases: v.optional(perLanguage(phraseList), () => ({})),
  examples: v.optional(texts),
  outOfScopeExamples: v.optional(texts),
  falseMatches: v.optional(falseMatches),
};

/** A topic as it is stored and answered. Has no field `trained`, because a model never comes from a document. */
export const topicSchema: Parser<Topic> = v.objectWithRest(entries, noExtras(entries));

const documentEntries = {
  ...entries,
  noneExamples: v.optional(
    v.pipe(texts, v.metadata({ description: "Former name of outOfScopeExamples.", deprecated: true })),
  ),
};

const eitherSpelling: Parser<FormerTopic> = v.pipe(
  v.objectWithRest(documentEntries, noExtras(entries)),
  v.forward(
    v.check(
      ({ noneExamples, outOfScopeExamples }) =>
        noneExamples === undefined || outOfScopeExamples === undefined,
      "Keep outOfScopeExamples and remove this field: noneExamples is its former name.",
    ),
    ["noneExamples"],
  ),
);

/** A topic in a document. Accepts the former name of a field and returns the topic with the current name. */
export const topicDocumentSchema: Parser<Topic> = v.pipe(
  eitherSpelling,
  v.transform(withFormerFieldsRenamed),
);

/** Checks the limits of all topics together. `stored`: topics that stay beside the declared ones. */
export function checkTopics(declared: readonly Topic[], stored: Iterable<Topic> = []): CatalogIssue[] {
  if (declared.length === 0) return [];
  const all = [...new Map([...stored, ...declared].map((topic) => [topic.id, topic])).values()];
  const questionsOfAll = all.flatMap(({ examples, outOfScopeExamples }) => [
    ...textsOf(examples),
    ...textsOf(outOfScopeExamples),
  ]);
  const characters = questionsOfAll.reduce((sum, { length }) => sum + length, 0);
  const limits = [
    [all.length, maxTopics, "topics"],
    [questionsOfAll.length, maxExamplesPerCatalog, "examples and out-of-scope examples"],
    [characters, maxExampleCharactersPerCatalog, "characters of examples and out-of-scope examples"],
  ] as const;
  return limits
    .filter(([count, most]) => count > most)
    .map(([count, most, what]) => ({
      path: "topics",
      message: `Declare at most ${most} ${what} in one catalogue; there are ${count}.`,
    }));
}
