// Writes core/selection/topics/unicode-data.ts: `node test/core/selection/topics/unicode-table.ts > core/selection/topics/unicode-data.ts`
import process from "node:process";
import { classByRule, foldByRule, isAssigned } from "./unicode-rules.ts";

const lastCodePoint = 0x10ffff;
const hangul = { from: 0xac00, to: 0xd7a3 };

interface Run {
  readonly from: number;
  length: number;
}

function everyCharacter(): string[] {
  const characters: string[] = [];
  for (let code = 0; code <= lastCodePoint; code++) {
    const character = code >= 0xd800 && code <= 0xdfff ? "" : String.fromCodePoint(code);
    if (character !== "" && isAssigned(character)) characters.push(character);
  }
  return characters;
}

/** `skip length` pairs in base 36, a list for each class. */
function classes(characters: readonly string[]): string[] {
  return [1, 2, 3].map((wanted) => {
    const runs: Run[] = [];
    for (const character of characters) {
      if (classByRule(character) !== wanted) continue;
      const code = character.codePointAt(0) ?? 0;
      const last = runs.at(-1);
      if (last !== undefined && last.from + last.length === code) last.length++;
      else runs.push({ from: code, length: 1 });
    }
    let at = 0;
    return runs
      .map(({ from, length }) => {
        const skip = from - at;
        at = from + length;
        return `${skip.toString(36)} ${length.toString(36)}`;
      })
      .join(" ");
  });
}

/**
 * Single letters: `from length step delta`, where each `step`th code point from `from` becomes the one `delta` higher.
 * Everything else: code point and text.
 */
function folds(characters: readonly string[]): { moved: string; spelled: string } {
  const targets = new Map<number, string>();
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0;
    const folded = foldByRule(character);
    if (folded !== character && !(code >= hangul.from && code <= hangul.to)) targets.set(code, folded);
  }
  const moved: string[] = [];
  const spelled: string[] = [];
  let movedAt = 0;
  let spelledAt = 0;
  const delta = (code: number): number | undefined => {
    const target = targets.get(code);
    if (target === undefined || [...target].length !== 1) return undefined;
    return (target.codePointAt(0) ?? 0) - code;
  };
  for (const code of [...targets.keys()]) {
    if (!targets.has(code)) continue;
    const by = delta(code);
    const length = (step: number): number => {
      let n = 1;
      while (delta(code + n * step) === by) n++;
      return n;
    };
    const step = by !== undefined && length(2) > length(1) ? 2 : 1;
    const n = by === undefined ? 1 : length(step);
    if (by === undefined || n === 1) {
      spelled.push(
        `${(code - spelledAt).toString(36)} ${[...(targets.get(code) ?? "")].map(toHex).join("+")}`,
      );
      spelledAt = code;
    } else {
      moved.push([code - movedAt, n, step, by].map((part) => part.toString(36)).join(" "));
      movedAt = code;
    }
    for (let index = 0; index < n; index++) targets.delete(code + index * step);
  }
  return { moved: moved.join(","), spelled: spelled.join(",") };
}

function toHex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(36);
}

/** Pairs that stand for one character, like か and its mark, where neither is folded away. */
function pairs(characters: readonly string[]): string {
  const found: string[] = [];
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0;
    const parts = [...character.normalize("NFD")];
    const [base, mark] = [...character.normalize("NFD").slice(0, -1).normalize("NFC"), parts.at(-1) ?? ""];
    if (parts.length < 2 || code > 0xffff || (code >= hangul.from && code <= hangul.to)) continue;
    if (base === undefined || mark === undefined || character.normalize("NFC") !== character) continue;
    if (foldByRule(character) !== character || `${base}${mark}`.normalize("NFC") !== character) continue;
    found.push([base, mark, character].map(toHex).join(" "));
  }
  return found.join(",");
}

/** As lines of string literals. */
function literal(name: string, doc: string, text: string): string {
  const lines = text.match(/.{1,96}/g) ?? [];
  return `/** ${doc} */\nexport const ${name}: string =\n  ${lines.map((line) => JSON.stringify(line)).join(" +\n  ")};\n`;
}

const characters = everyCharacter();
const [words, letters, marks] = classes(characters);
const { moved, spelled } = folds(characters);
process.stdout.write(
  [
    `// Made by test/core/selection/topics/unicode-table.ts from Unicode ${process.versions["unicode"]}. Pinned: runtimes differ in theirs.\n`,
    literal(
      "wordRanges",
      "Letters and digits: how far from the end of the last range, how many; base 36.",
      words ?? "",
    ),
    literal(
      "unspacedRanges",
      "Letters of scripts that put no spaces between words, likewise.",
      letters ?? "",
    ),
    literal("markRanges", "Marks, likewise.", marks ?? ""),
    literal(
      "movedRuns",
      "Distance from the last run, length, step, how much higher the folded character is.",
      moved,
    ),
    literal("spelledFolds", "Distance from the last character, and what it becomes.", spelled),
    literal("composedPairs", "Base, mark, and the character that they make.", pairs(characters)),
  ].join("\n"),
);
