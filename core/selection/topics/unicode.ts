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
  for (const [code, folded] of readFolds()) {
    if (code >= planeSize) farFolds.set(code, toUnits(folded));
    else if (folded.length === 1 && (folded[0] ?? 0) < spelledBase) folds[code] = folded[0] ?? 0;
    else folds[code] = spelledBase + spelled.push(toUnits(folded)) - 1;
  }
  const isPlain = findPlain(classes, folds);
  const blankPages = new Uint8Array((planes * planeSize) / pageSize).fill(1);
  for (const { from, to } of farRanges)
    blankPages.fill(0, Math.floor(from / pageSize), Math.ceil(to / pageSize));
  for (const code of farFolds.keys()) blankPages[Math.floor(code / pageSize)] = 0;
  return {
    classes,
    folds,
    spelled,
    isPlain,
    steps: findSteps(classes, folds, spelled, isPlain),
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

function findPlain(classes: Uint8Array, folds: Uint16Array): Uint8Array {
  return Uint8Array.from(folds, (fold, unit) => {
    const folded = fold === 0 ? unit : fold;
    const isHangulLetter = folded >= 0x1100 && folded <= 0x11ff;
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    return fold < spelledBase && classes[folded] !== mark && !isHangulLetter && !isSurrogate ? 1 : 0;
  });
}

function findSteps(
  classes: Uint8Array,
  folds: Uint16Array,
  spelled: readonly (readonly number[])[],
  isPlain: Uint8Array,
): Uint16Array {
  return Uint16Array.from(folds, (fold, unit) => {
    const folded = fold === 0 ? unit : fold;
    if (isPlain[unit] === 1) return classes[folded] === separator ? separator : folded;
    const letters = fold < spelledBase ? [folded] : (spelled[fold - spelledBase] ?? []);
    const areAll = (kind: number): boolean =>
      letters.every((letter) => isPlain[letter] === 1 && classes[letter] === kind);
    return areAll(spaced) ? spelledStep : areAll(separator) ? separator : hardStep;
  });
}

function numbersOf(text: string): number[] {
  return text.split(" ").map((part) => Number.parseInt(part, 36));
}

function* readRanges(text: string): Generator<readonly [from: number, to: number]> {
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
