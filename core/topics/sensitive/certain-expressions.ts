import { ar } from "./certain/ar.ts";
import { de } from "./certain/de.ts";
import { en } from "./certain/en.ts";
import { es } from "./certain/es.ts";
import { fr } from "./certain/fr.ts";
import { hi } from "./certain/hi.ts";
import { it } from "./certain/it.ts";
import { ja } from "./certain/ja.ts";
import { ko } from "./certain/ko.ts";
import { nl } from "./certain/nl.ts";
import { pt } from "./certain/pt.ts";
import { ru } from "./certain/ru.ts";
import { tr } from "./certain/tr.ts";
import { uk } from "./certain/uk.ts";
import { zh } from "./certain/zh.ts";

/**
 * Expressions that have practically no ordinary meaning in any of the languages, in the syntax of patterns. The model weighs them more
 * than patterns whose words have other meanings too.
 */
export const certainExpressions: readonly string[] = [
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
].flatMap((list) => list.split(", "));
