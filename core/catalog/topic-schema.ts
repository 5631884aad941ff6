import * as v from "valibot";
import type { Topic } from "./entities.ts";
import { identifier, languageTag, onlyThese, type Parser, text, uniqueList } from "./fields.ts";
import { maxLanguagesPerTopic, maxNameLength, maxPhraseLength, maxPhrasesPerLanguage } from "./limits.ts";

const phrase: Parser<string> = v.pipe(
  text(maxPhraseLength),
  v.check((words) => /[\p{L}\p{N}]/u.test(words), "Write words: there is no letter or digit in this phrase."),
);

const phraseList = uniqueList(phrase, 1, maxPhrasesPerLanguage);

const entries = {
  id: identifier(),
  name: text(maxNameLength),
  phrases: v.pipe(
    v.record(v.string(), phraseList),
    v.minEntries(1, 'Add at least one language with phrases, like {"en": ["running shoes"]}.'),
    v.maxEntries(maxLanguagesPerTopic, `Give at most ${maxLanguagesPerTopic} languages.`),
    v.rawTransform(({ dataset, addIssue }) => {
      // A Map first: two spellings of one language must not silently become one.
      const byLanguage = new Map<string, string[]>();
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
  ),
};

export const topicSchema: Parser<Topic> = v.objectWithRest(entries, onlyThese(entries));
