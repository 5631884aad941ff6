import * as v from "valibot";
import type { TopicTexts } from "../../../core/catalog/topic.ts";
import { topicSchema } from "../../../core/catalog/topic-schema.ts";
import { type Form, moreWith } from "../forms/form.ts";
import { type TextFormat, textFormat } from "../forms/text-format.ts";
import { linesOf } from "../lists.ts";
import { slugOf } from "../propose-id.ts";

const weighted = v.object({ phrase: v.string(), weight: v.number() });

/** One phrase per line. A weight follows the phrase: `run | 0.5`. */
const phrases: TextFormat = textFormat(
  v.array(v.union([v.string(), weighted])),
  (list) => list.map((one) => (typeof one === "string" ? one : `${one.phrase} | ${one.weight}`)).join("\n"),
  (text) =>
    linesOf(text).map((line) => {
      const [, phrase, weight] = /^(.+?)\s*\|\s*([01](?:\.\d{1,4})?)$/.exec(line) ?? [];
      return phrase === undefined ? line : { phrase, weight: Number(weight) };
    }),
);

const list = v.array(v.string());

/** A share as percent: 0.03 is written 3. Shifts the decimal point, so that nothing is rounded. */
const percent: TextFormat = textFormat(
  v.number(),
  (share) => String(Number(`${share}e2`)),
  (text) => (/^\d{1,3}(?:\.\d{1,15})?$/.test(text.trim()) ? Number(`${text.trim()}e-2`) : text.trim()),
  { inputMode: "decimal" },
);

/** One question per line; with languages `[de] …`. */
const questions: TextFormat = textFormat(
  v.union([list, v.record(v.string(), list)]),
  (texts) =>
    (Array.isArray(texts)
      ? texts
      : Object.entries(texts).flatMap(([language, own]) => own.map((text) => `[${language}] ${text}`))
    ).join("\n"),
  readQuestions,
);

function readQuestions(typed: string): TopicTexts {
  const lines = linesOf(typed).map((line) => {
    const [, language = "", text = line] = /^\[([A-Za-z0-9-]{2,35})\]\s*(.*)$/.exec(line) ?? [];
    return { language, text };
  });
  if (lines.every(({ language }) => language === "")) return lines.map(({ text }) => text);
  const byLanguage = Map.groupBy(lines, ({ language }) => language || "en");
  return Object.fromEntries(
    [...byLanguage].map(([language, own]) => [language, own.map(({ text }) => text)]),
  );
}

export const topicForm: Form = {
  kind: "topic",
  schema: topicSchema,
  fields: {
    name: "Name",
    phrases: {
      item: "Language",
      legend: "Phrases",
      hint: "A question that contains one of them matches the topic. One phrase per line. With weights below 1, several phrases are needed: run | 0.5",
      className: "language",
      fields: { key: "Language", value: { label: "Phrases", format: phrases, rows: 5 } },
    },
    examples: {
      label: "Example questions",
      format: questions,
      rows: 5,
      hint: "One per line. From 20 examples on they work better than phrases.",
    },
    outOfScopeExamples: {
      label: "Out-of-scope questions",
      format: questions,
      rows: 3,
      hint: "Questions that match no topic at all. Those of each topic count for all topics. 200 are a start, 1,000 to 2,000 suffice.",
    },
    more: moreWith(
      { label: "Topic ID" },
      {
        falseMatches: {
          label: "False matches (%)",
          format: percent,
          long: true,
          hint: "The share of out-of-scope questions that may match a topic, from 0.1 to 50. Empty: 3. A higher share recognises more questions of the topic, and more that are about something else.",
        },
      },
    ),
  },
  proposedId: ({ name }) => slugOf(String(name), "topic"),
};
