// Writes core/topics/unicode-data.ts: `node test/core/topics/unicode-table.ts > core/topics/unicode-data.ts`
import process from "node:process";
import { classByRule, foldByRule, isAssigned, scriptByRule } from "./unicode-rules.ts";

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

/** Pairs of a distance and a length, a list for each class. */
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
        return [skip, length];
      })
      .join();
  });
}

/**
 * Single letters in runs: `distance length step delta`, where each `step`th code point becomes the one `delta` higher.
 * Other single letters: distance and letter. Everything else: distance, how many code points, and these.
 */
function folds(characters: readonly string[]): { runs: string; letters: string; spelled: string } {
  const targets = new Map<number, string>();
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0;
    const folded = foldByRule(character);
    if (folded !== character && !(code >= hangul.from && code <= hangul.to)) targets.set(code, folded);
  }
  const runs: number[] = [];
  const letters: number[] = [];
  const spelled: number[] = [];
  const at = { run: 0, letter: 0, spelled: 0 };
  const delta = (code: number): number | undefined => {
    const target = targets.get(code);
    if (target === undefined || [...target].length !== 1) return undefined;
    return (target.codePointAt(0) ?? 0) - code;
  };
  for (const code of [...targets.keys()]) {
    const target = targets.get(code);
    if (target === undefined) continue;
    const by = delta(code);
    const length = (step: number): number => {
      let n = 1;
      while (delta(code + n * step) === by) n++;
      return n;
    };
    const step = by !== undefined && length(2) > length(1) ? 2 : 1;
    const n = by === undefined ? 1 : length(step);
    if (by === undefined) {
      const codes = [...target].map(codeOf);
      spelled.push(code - at.spelled, codes.length, ...codes);
      at.spelled = code;
    } else if (n === 1) {
      letters.push(code - at.letter, codeOf(target));
      at.letter = code;
    } else {
      runs.push(code - at.run, n, step, by);
      at.run = code;
    }
    for (let index = 0; index < n; index++) targets.delete(code + index * step);
  }
  return { runs: runs.join(), letters: letters.join(), spelled: spelled.join() };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Pairs that stand for one character, like か and its mark, where neither is folded away. */
function pairs(characters: readonly string[]): string {
  const found: number[] = [];
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0;
    const parts = [...character.normalize("NFD")];
    const [base, mark] = [...character.normalize("NFD").slice(0, -1).normalize("NFC"), parts.at(-1) ?? ""];
    if (parts.length < 2 || code > 0xffff || (code >= hangul.from && code <= hangul.to)) continue;
    if (base === undefined || mark === undefined || character.normalize("NFC") !== character) continue;
    if (foldByRule(character) !== character || `${base}${mark}`.normalize("NFC") !== character) continue;
    found.push(...[base, mark, character].map(codeOf));
  }
  return found.join();
}

/** Letters in runs of one script: how far from the start of the last run, and the script. */
function scripts(characters: readonly string[]): string {
  const runs: number[] = [];
  let at = 0;
  let last = 0;
  for (const character of characters) {
    const script = classByRule(character) === 1 ? scriptByRule(character) : last;
    if (script === last) continue;
    const code = codeOf(character);
    runs.push(code - at, script);
    at = code;
    last = script;
  }
  return runs.join();
}

/** As lines of string literals. */
function literal(name: string, doc: string, text: string): string {
  const lines = text.match(/.{1,96}/g) ?? [];
  return `/** ${doc} */\nexport const ${name}: string =\n  ${lines.map((line) => JSON.stringify(line)).join(" +\n  ")};\n`;
}

const characters = everyCharacter();
const [words, letters, marks] = classes(characters);
const { runs, letters: moved, spelled } = folds(characters);
process.stdout.write(
  [
    `// Made by test/core/topics/unicode-table.ts from Unicode ${process.versions["unicode"]}. Pinned: runtimes differ in theirs.\n// Decimal numbers: JSON.parse reads all of them in 0.1 ms, where base 36 takes 4 on a cold start.\n`,
    literal(
      "wordRanges",
      "Letters and digits: how far from the end of the last range, how many.",
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
      runs,
    ),
    literal("movedLetters", "Distance from the last character, and the one that it becomes.", moved),
    literal(
      "spelledFolds",
      "Distance from the last character, how many it becomes, and these: none or several.",
      spelled,
    ),
    literal(
      "scriptRuns",
      "Letters and digits: how far from the start of the last run of one script, and the script.",
      scripts(characters),
    ),
    literal("composedPairs", "Base, mark, and the character that they make.", pairs(characters)),
  ].join("\n"),
);
