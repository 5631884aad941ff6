import { isAscii } from "./fold.ts";
import { numbersOf, spaced, unicode } from "./unicode.ts";
import { scriptRuns } from "./unicode-data.ts";

const latin = 1;
const hangul = 2;

interface Run {
  readonly from: number;
  /** The script of its letters; 0 for characters of no single script, such as digits. */
  readonly script: number;
}

let unpacked: readonly Run[] | undefined;

function scriptRunsOf(text: string): readonly Run[] {
  const numbers = numbersOf(text);
  const runs: Run[] = [{ from: 0, script: 0 }];
  let from = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    from += numbers[index] ?? 0;
    runs.push({ from, script: numbers[index + 1] ?? 0 });
  }
  return runs;
}

/** The script of a letter; 0 for a mark, a digit, and a character that several scripts share. */
export function scriptOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (unicode().classes[code] !== spaced) return 0;
  unpacked ??= scriptRunsOf(scriptRuns);
  let from = 0;
  let to = unpacked.length;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((unpacked[middle]?.from ?? 0) <= code) from = middle;
    else to = middle;
  }
  return unpacked[from]?.script ?? 0;
}

/**
 * Whether the letters of a folded word are of two scripts (Unicode UTS #39, section 5.1). Latin letters may stand beside
 * Korean syllables. Beside Chinese and Japanese letters they may, too, because each of those is a word of its own.
 */
export function hasMixedScripts(word: string): boolean {
  if (word.length === 1 || isAscii(word)) return false;
  let script = 0;
  for (const letter of word) {
    const own = scriptOf(letter);
    if (script === 0 || own === script) script = own || script;
    else if (own !== 0 && own + script !== latin + hangul) return true;
  }
  return false;
}

/** Whether a word of mixed scripts looks like another word: where they differ, it has a letter of another script. */
export function looksLike(mixed: string, word: string): boolean {
  const letters = [...word];
  const own = scriptOf(letters[0] ?? "");
  const others = [...mixed];
  return (
    others.length === letters.length &&
    others.every((letter, at) => letter === letters[at] || ![0, own].includes(scriptOf(letter)))
  );
}
