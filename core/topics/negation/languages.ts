import type { NegationPatterns } from "./negation-patterns.ts";
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
import { pl } from "./words/pl.ts";
import { pt } from "./words/pt.ts";
import { ru } from "./words/ru.ts";
import { tr } from "./words/tr.ts";
import { uk } from "./words/uk.ts";
import { zh } from "./words/zh.ts";

/** The patterns of each language. */
export const negationPatterns: Readonly<Record<string, NegationPatterns>> = {
  en,
  de,
  fr,
  es,
  pl,
  pt,
  it,
  nl,
  tr,
  ru,
  uk,
  ar,
  hi,
  ja,
  zh,
  ko,
};
