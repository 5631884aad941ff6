import { type PatternItem, type PatternWord, parseWordPattern } from "../../catalog/word-pattern.ts";
import { foldedWords } from "../words.ts";

/** A pattern without the alternatives and optional words that are not among the words that it found. */
export function narrowPattern(pattern: string, found: readonly string[]): string {
  const parsed = parseWordPattern(pattern);
  if (typeof parsed === "string") return pattern;
  const text = ` ${found.join(" ")} `;
  return parsed.parts.map((items) => narrowItems(items, text) ?? "").join(" & ");
}

/** `undefined`: a needed word is not in the text. */
function narrowItems(items: readonly PatternItem[], text: string): string | undefined {
  const kept: string[] = [];
  for (const item of items) {
    const narrowed = narrowItem(item, text);
    if (narrowed !== undefined) kept.push(narrowed);
    else if (item.kind !== "group" || !item.optional) return undefined;
  }
  return kept.join(" ");
}

function narrowItem(item: PatternItem, text: string): string | undefined {
  if (item.kind === "gap") return "..";
  if (item.kind === "word") return isIn(item, text) ? writeWord(item) : undefined;
  const alternatives = item.alternatives.flatMap((items) => narrowItems(items, text) ?? []);
  const [only] = alternatives;
  return alternatives.length > 1 ? `(${alternatives.join("|")})` : only;
}

function isIn({ text: word, openStart, openEnd }: PatternWord, text: string): boolean {
  const words = foldedWords(word).join(" ");
  return text.includes(`${openStart ? "" : " "}${words}${openEnd ? "" : " "}`);
}

function writeWord({ text, openStart, openEnd }: PatternWord): string {
  return `${openStart ? "*" : ""}${text}${openEnd ? "*" : ""}`;
}
