import type { AllowableSubject } from "../../core/catalog/sensitive-subjects.ts";
import type { SensitiveMatch } from "../../core/serving/sensitive-text.ts";
import { excerpt } from "../../core/topics/sensitive/excerpt.ts";
import { badge, table } from "./components.ts";
import { type Html, html } from "./html.ts";

/** The names of the subjects that the operator may allow. */
export const subjectTexts: Readonly<Record<AllowableSubject, string>> = {
  self_harm: "Self-harm",
  sexual_violence: "Sexual violence",
  grief: "Grief",
  medical_emergency: "Medical emergency",
  weapons_drugs: "Weapons and drugs",
  war_disaster: "War and disaster",
};
const texts: ReadonlyMap<string, string> = new Map([
  ...Object.entries(subjectTexts),
  ["minors", "Endangered minors"],
  ["platform_phrases", "The platform's own words"],
]);

/** Shows why no ad stands beside a text: the subjects, and the words that decided. Nothing for an ordinary text. */
export function showSensitive(sensitive: readonly SensitiveMatch[]): Html | false {
  return (
    sensitive.length > 0 &&
    html`<p>${badge("No ad", "bad")} The text is about a sensitive subject.</p>
${table(
  "Sensitive subjects in the text",
  ["Subject", "Words", "Language", "Pattern"],
  sensitive.map(({ subject, words, pattern, language = "" }) => [
    texts.get(subject) ?? subject,
    words.join(" "),
    language,
    pattern === undefined ? "By its words" : html`<code>${excerpt(pattern)}</code>`,
  ]),
)}`
  );
}
