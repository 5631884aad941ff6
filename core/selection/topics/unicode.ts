import {
  composedPairs,
  markRanges,
  movedRuns,
  spelledFolds,
  unspacedRanges,
  wordRanges,
} from "./unicode-data.ts";

/** What a code point is in a text. Unassigned ones (in the pinned Unicode) are `separator`. */
export const separator = 0;
/** Letter or digit of a script that puts spaces between words. */
export const spaced = 1;
/** Letter of a script that does not: a word of its own. */
export const unspaced = 2;
/** Mark: part of the letter before it. */
export const mark = 3;

/** Marks a place in `folds` as the index of a text: private use, which no letter becomes. */
export const spelledBase = 0xe000;

/** Letters before this one are of scripts with spaces; it is Thai. */
export const firstUnspaced = 0x0e00;
/** Steps that are no letters; 0 is a separator. Becomes the letters of its text in `spelled`, or nothing. */
export const spelledStep = 0xfffe;
/** Takes more than a step. */
export const hardStep = 0xffff;

type Range = readonly [from: number, to: number];

/** The letters that a Korean syllable is made of; and halves of characters past the first plane. */
const hangulLetters: Range = [0x1100, 0x1200];
const surrogates: Range = [0xd800, 0xe000];

const planeSize = 0x1_0000;
const planes = 17;
const pageSize = 0x100;

/** The pinned Unicode data, unpacked. Runtimes differ in theirs: Deno 2.9 knows Unicode 16, Node 24 and Bun 1.4 know 17. */
export interface Unicode {
  /** By UTF-16 unit. */
  readonly classes: Uint8Array;
  /** By UTF-16 unit: 0 stays as it is, from {@link spelledBase} on becomes a text of `spelled`, else this unit. */
  readonly folds: Uint16Array;
  readonly spelled: readonly (readonly number[])[];
  /** By UTF-16 unit: 1 when it becomes one unit and is joined to none, neither before nor after. */
  readonly isPlain: Uint8Array;
  /** By UTF-16 unit: the letter that it becomes, or what it is instead to a reader that takes one after the other. */
  readonly steps: Uint16Array;
  /** By 256 code points past the first plane: 1 when all are separators and stay as they are. */
  readonly blankPages: Uint8Array;
  readonly classOf: (codePoint: number) => number;
  /** Of code points past the first plane; `undefined` stays as it is. */
  readonly foldOf: (codePoint: number) => readonly number[] | undefined;
  /** The character that a letter and a mark make, by `letter * 65536 + mark`. */
  readonly pairs: ReadonlyMap<number, number>;
}

let unpacked: Unicode | undefined;

/** Unpacks on the first call, for an instance that matches no topics needs none of it. */
export function unicode(): Unicode {
  unpacked ??= unpack();
  return unpacked;
}

function unpack(): Unicode {
  const classes = new Uint8Array(planeSize);
  const farRanges: { readonly from: number; readonly to: number; readonly kind: number }[] = [];
  const lists = [
    [wordRanges, spaced],
    [unspacedRanges, unspaced],
    [markRanges, mark],
  ] as const;
  for (const [ranges, kind] of lists) {
    for (const [from, to] of readRanges(ranges)) {
      classes.fill(kind, from, to);
      if (to > planeSize) farRanges.push({ from, to, kind });
    }
  }
  const folds = new Uint16Array(planeSize);
  const spelled: (readonly number[])[] = [];
  const farFolds = new Map<number, readonly number[]>();
  const moved: number[] = [];
  for (const [code, folded] of readFolds()) {
    if (code < planeSize) moved.push(code);
    if (code >= planeSize) farFolds.set(code, toUnits(folded));
    else if (folded.length === 1 && (folded[0] ?? 0) < spelledBase) folds[code] = folded[0] ?? 0;
    else folds[code] = spelledBase + spelled.push(toUnits(folded)) - 1;
  }
  const isPlain = findPlain(classes, folds, moved);
  const blankPages = new Uint8Array((planes * planeSize) / pageSize).fill(1);
  for (const { from, to } of farRanges)
    blankPages.fill(0, Math.floor(from / pageSize), Math.ceil(to / pageSize));
  for (const code of farFolds.keys()) blankPages[Math.floor(code / pageSize)] = 0;
  return {
    classes,
    folds,
    spelled,
    isPlain,
    steps: findSteps(classes, folds, spelled, isPlain, moved),
    blankPages,
    classOf: (code) => {
      if (code < planeSize) return classes[code] ?? separator;
      if (blankPages[Math.floor(code / pageSize)] === 1) return separator;
      return farRanges.find(({ from, to }) => code >= from && code < to)?.kind ?? separator;
    },
    foldOf: (code) => farFolds.get(code),
    pairs: new Map(
      composedPairs.split(",").map((entry) => {
        const [base = 0, above = 0, together = 0] = numbersOf(entry);
        return [base * planeSize + above, together];
      }),
    ),
  };
}

// Both of these work by ranges, and one by one only on what moves: a call for each unit took 13 ms of a serverless start.

function findPlain(classes: Uint8Array, folds: Uint16Array, moved: readonly number[]): Uint8Array {
  const isPlain = new Uint8Array(planeSize).fill(1);
  for (const [from, to] of [...readRanges(markRanges), hangulLetters, surrogates]) isPlain.fill(0, from, to);
  for (const unit of moved) {
    const fold = folds[unit] ?? 0;
    const folded = fold === 0 ? unit : fold;
    const isHard =
      fold >= spelledBase ||
      classes[folded] === mark ||
      isWithin(hangulLetters, folded) ||
      isWithin(surrogates, unit);
    isPlain[unit] = isHard ? 0 : 1;
  }
  return isPlain;
}

function findSteps(
  classes: Uint8Array,
  folds: Uint16Array,
  spelled: readonly (readonly number[])[],
  isPlain: Uint8Array,
  moved: readonly number[],
): Uint16Array {
  const steps = stepsInPlace();
  for (const unit of moved) {
    const fold = folds[unit] ?? 0;
    const folded = fold === 0 ? unit : fold;
    const letters = fold < spelledBase ? [folded] : (spelled[fold - spelledBase] ?? []);
    const areAll = (kind: number): boolean =>
      letters.every((letter) => isPlain[letter] === 1 && classes[letter] === kind);
    if (isPlain[unit] === 1) steps[unit] = classes[folded] === separator ? separator : folded;
    else steps[unit] = areAll(spaced) ? spelledStep : areAll(separator) ? separator : hardStep;
  }
  return steps;
}

/** The step of what moves nowhere: itself, or a separator; marks and what joins take more. */
function stepsInPlace(): Uint16Array {
  const steps = new Uint16Array(planeSize);
  for (const ranges of [wordRanges, unspacedRanges]) {
    for (const [from, to] of readRanges(ranges)) {
      const end = Math.min(to, planeSize);
      for (let unit = from; unit < end; unit++) steps[unit] = unit;
    }
  }
  for (const [from, to] of [...readRanges(markRanges), hangulLetters, surrogates])
    steps.fill(hardStep, from, to);
  return steps;
}

function isWithin([from, to]: Range, unit: number): boolean {
  return unit >= from && unit < to;
}

function numbersOf(text: string): number[] {
  return text.split(" ").map((part) => Number.parseInt(part, 36));
}

function* readRanges(text: string): Generator<Range> {
  let at = 0;
  const numbers = numbersOf(text);
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const from = at + (numbers[index] ?? 0);
    at = from + (numbers[index + 1] ?? 0);
    yield [from, at];
  }
}

function* readFolds(): Generator<readonly [code: number, folded: readonly number[]]> {
  let at = 0;
  for (const run of movedRuns.split(",")) {
    const [distance = 0, length = 0, step = 1, by = 0] = numbersOf(run);
    at += distance;
    for (let index = 0; index < length; index++) yield [at + index * step, [at + index * step + by]];
  }
  at = 0;
  for (const entry of spelledFolds.split(",")) {
    const [distance = "", folded = ""] = entry.split(" ");
    at += Number.parseInt(distance, 36);
    yield [at, folded === "" ? [] : folded.split("+").map((part) => Number.parseInt(part, 36))];
  }
}

function toUnits(codePoints: readonly number[]): number[] {
  return codePoints.flatMap((code) =>
    code < planeSize ? [code] : [0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff)],
  );
}
