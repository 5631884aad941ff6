import type { Topic, TopicTexts } from "../../core/catalog/entities.ts";
import type { FieldError } from "../../core/contract/problem.ts";
import { textArea, textField } from "./fields.ts";
import { type Html, html } from "./html.ts";
import { linesOf } from "./lists.ts";

/** The form of a topic: for each language its phrases, one per line. A weight follows the phrase: `run | 0.5`. */
export interface TopicValues {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly { readonly language: string; readonly phrases: string }[];
  readonly examples: string;
  readonly outOfScopeExamples: string;
}

const maxLanguages = 100;

export function valuesOf(topic: Topic | undefined): TopicValues {
  const languages = Object.entries(topic?.phrases ?? {}).map(([language, phrases]) => ({
    language,
    phrases: phrases
      .map((one) => (typeof one === "string" ? one : `${one.phrase} | ${one.weight}`))
      .join("\n"),
  }));
  return {
    id: topic?.id ?? "",
    name: topic?.name ?? "",
    languages: languages.length === 0 ? [{ language: "en", phrases: "" }] : languages,
    examples: writeTexts(topic?.examples),
    outOfScopeExamples: writeTexts(topic?.outOfScopeExamples),
  };
}

export function valuesSent(form: URLSearchParams): TopicValues {
  const languages: { readonly language: string; readonly phrases: string }[] = [];
  for (let index = 0; index < maxLanguages && form.has(`language-${index}`); index++) {
    const language = form.get(`language-${index}`) ?? "";
    languages.push({ language, phrases: form.get(`phrases-${index}`) ?? "" });
  }
  if (form.get("do") === "more") languages.push({ language: "", phrases: "" });
  return {
    id: form.get("id") ?? "",
    name: form.get("name") ?? "",
    languages,
    examples: form.get("examples") ?? "",
    outOfScopeExamples: form.get("outOfScopeExamples") ?? "",
  };
}

/** The topic as the API expects it. */
export function topicBody({
  id,
  name,
  languages,
  examples,
  outOfScopeExamples,
}: TopicValues): Readonly<Record<string, unknown>> {
  const phrases = languages
    .filter((one) => one.phrases.trim() !== "")
    .map((one) => [one.language.trim(), linesOf(one.phrases).map(phraseOf)] as const);
  return {
    id: id.trim(),
    name,
    phrases: Object.fromEntries(phrases),
    examples: textsOf(examples),
    outOfScopeExamples: textsOf(outOfScopeExamples),
  };
}

function phraseOf(line: string): string | { readonly phrase: string; readonly weight: number } {
  const [, phrase, weight] = /^(.+?)\s*\|\s*([01](?:\.\d{1,4})?)$/.exec(line) ?? [];
  return phrase === undefined ? line : { phrase, weight: Number(weight) };
}

/** Writes one question per line; with languages `[de] …`. */
function writeTexts(texts: TopicTexts | undefined): string {
  const lists: readonly (readonly [string, readonly string[]])[] = isList(texts)
    ? [["", texts]]
    : Object.entries(texts ?? {});
  return lists
    .flatMap(([language, list]) => list.map((text) => (language === "" ? text : `[${language}] ${text}`)))
    .join("\n");
}

function isList(texts: TopicTexts | undefined): texts is readonly string[] {
  return Array.isArray(texts);
}

function textsOf(typed: string): TopicTexts | undefined {
  const lines = linesOf(typed).map(
    (line) => /^\[([A-Za-z0-9-]{2,35})\]\s*(.*)$/.exec(line) ?? ["", "", line],
  );
  if (lines.length === 0) return undefined;
  if (lines.every(([, language]) => language === "")) return lines.map(([, , text = ""]) => text);
  const byLanguage = Map.groupBy(lines, ([, language]) => language || "en");
  return Object.fromEntries(
    [...byLanguage].map(([language, own]) => [language, own.map(([, , text = ""]) => text)]),
  );
}

export function topicFields(values: TopicValues, errors: readonly FieldError[], isNew: boolean): Html {
  const { id, name, languages, examples, outOfScopeExamples } = values;
  return html`<div class="pair">${isNew && textField({ name: "id", label: "Topic ID", value: id, required: true, errors, hint: "Letters, digits and _ . : - ; it cannot change." })}
${textField({ name: "name", label: "Name", value: name, required: true, errors })}</div>
<fieldset id="field-phrases" tabindex="-1"><legend>Phrases</legend><p class="hint">A question that contains one of them matches the topic. One phrase per line. With weights below 1, several phrases are needed: run | 0.5</p>
${languages.map(
  (one, index) =>
    html`<div class="language">${textField({ name: `language-${index}`, label: "Language", value: one.language, errors: [] })}${textArea({ name: `phrases-${index}`, label: "Phrases", value: one.phrases, rows: 5, errors: renamed(errors, `phrases.${one.language}`, `phrases-${index}`) })}</div>`,
)}</fieldset>
${textArea({ name: "examples", label: "Example questions", value: examples, rows: 5, errors, hint: "One per line. From 20 examples on they work better than phrases." })}
${textArea({ name: "outOfScopeExamples", label: "Out-of-scope questions", value: outOfScopeExamples, rows: 3, errors, hint: "Questions that match no topic at all. Those of each topic count for all topics." })}`;
}

function renamed(errors: readonly FieldError[], from: string, to: string): readonly FieldError[] {
  return errors
    .filter(({ path }) => path.startsWith(from))
    .map(({ path, message }) => ({ path: to + path.slice(from.length), message }));
}
