import type { SensitiveSubjects } from "./subject-patterns.ts";
import { ar } from "./words/ar.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { hi } from "./words/hi.ts";
import { it } from "./words/it.ts";
import { ja } from "./words/ja.ts";
import { ko } from "./words/ko.ts";
import { nl } from "./words/nl.ts";
import { pt } from "./words/pt.ts";
import { ru } from "./words/ru.ts";
import { tr } from "./words/tr.ts";
import { uk } from "./words/uk.ts";
import { zh } from "./words/zh.ts";

/** The patterns that Handbill ships, by language. */
export const shippedSubjects: SensitiveSubjects = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  it,
  ja,
  ko,
  nl,
  pt,
  ru,
  tr,
  uk,
  zh,
};
