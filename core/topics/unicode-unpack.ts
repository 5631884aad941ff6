import {
  mark,
  planeSize,
  separator,
  slowPath,
  spaced,
  spelledBase,
  spelledStep,
  type Unicode,
  unspaced,
  unspacedStep,
} from "./unicode-classes.ts";
import {
  composedPairs,
  markRanges,
  movedLetters,
  movedRuns,
  spelledFolds,
  unspacedRanges,
  wordRanges,
} from "./unicode-data.ts";

/** The letters of Korean syllables. */
const hangulLetters = { from: 0x1100, to: 0x1200 } as const;
/** Halves of surrogate pairs. */
const surrogates = { from: 0xd800, to: 0xe000 } as const;
const planes = 17;
const pageBits = 8;

/**
 * Unpacks the data into tables and fills the fold table `steps`. Works on ranges, and on single units only where they fold: a call
 * for each unit took 13 ms of a serverless start.
 */
export function unpackUnicode(steps: Int32Array): Unicode {
  const classes = new Uint8Array(planeSize);
  const blankPages = new Uint8Array((planes * planeSize) >> pageBits).fill(1);
  const far: FarRange[] = [];
  steps.fill(separator);
  const letterStep = (letter: number): number =>
    classes[letter] === unspaced ? letter + unspacedStep : letter;
  const addClass = (ranges: string, kind: number): void =>
    eachRange(ranges, (from, to) => {
      classes.fill(kind, from, to);
      if (kind === mark) steps.fill(slowPath, from, to);
      else for (let unit = from; unit < to && unit < planeSize; unit++) steps[unit] = letterStep(unit);
      if (to <= planeSize) return;
      far.push({ from, to, kind });
      blankPages.fill(0, from >> pageBits, ((to - 1) >> pageBits) + 1);
    });
  addClass(wordRanges, spaced);
  addClass(unspacedRanges, unspaced);
  addClass(markRanges, mark);
  steps.fill(slowPath, hangulLetters.from, hangulLetters.to);
  steps.fill(slowPath, surrogates.from, surrogates.to);

  const folds = new Uint16Array(planeSize);
  const spelled: (readonly number[])[] = [];
  const joinsNone = (letter: number): boolean =>
    classes[letter] !== mark && !isWithin(hangulLetters, letter) && !isWithin(surrogates, letter);
  const stepOf = (letters: readonly number[]): number => {
    const kind = letters.length === 0 ? spaced : (classes[letters[0] ?? 0] ?? separator);
    for (const letter of letters) if (classes[letter] !== kind || !joinsNone(letter)) return slowPath;
    return kind === spaced ? spelledStep : kind === separator ? separator : slowPath;
  };
  eachFold(
    (code, letter) => {
      if (code >= planeSize) blankPages[code >> pageBits] = 0;
      else {
        folds[code] = letter;
        if (!joinsNone(letter)) steps[code] = slowPath;
        else steps[code] = classes[letter] === separator ? separator : letterStep(letter);
      }
    },
    (code, letters) => {
      if (code >= planeSize) blankPages[code >> pageBits] = 0;
      else {
        folds[code] = spelledBase + spelled.push(letters) - 1;
        steps[code] = stepOf(letters);
      }
    },
  );

  let farFolds: ReadonlyMap<number, readonly number[]> | undefined;
  return {
    classes,
    folds,
    spelled,
    blankPages,
    classOf: (code) => {
      if (code < planeSize) return classes[code] ?? separator;
      if (blankPages[code >> pageBits] === 1) return separator;
      return far.find(({ from, to }) => code >= from && code < to)?.kind ?? separator;
    },
    foldOf: (code) => {
      farFolds ??= readFarFolds();
      return farFolds.get(code);
    },
    pairs: readPairs(),
  };
}

interface FarRange {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
}

function isWithin({ from, to }: { readonly from: number; readonly to: number }, unit: number): boolean {
  return unit >= from && unit < to;
}

function numbersOf(text: string): readonly number[] {
  return JSON.parse(`[${text}]`);
}

function eachRange(text: string, visit: (from: number, to: number) => void): void {
  const numbers = numbersOf(text);
  let at = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    const from = at + (numbers[index] ?? 0);
    at = from + (numbers[index + 1] ?? 0);
    visit(from, at);
  }
}

/** Visits every character that folds: to a single unit below {@link spelledBase}, or to any other text. */
function eachFold(
  visitLetter: (code: number, letter: number) => void,
  visitSpelled: (code: number, units: readonly number[]) => void,
): void {
  const visit = (code: number, letter: number): void => {
    if (letter < spelledBase) visitLetter(code, letter);
    else visitSpelled(code, unitsOf(letter));
  };
  const runs = numbersOf(movedRuns);
  let at = 0;
  for (let index = 0; index < runs.length; index += 4) {
    at += runs[index] ?? 0;
    const step = runs[index + 2] ?? 1;
    const by = runs[index + 3] ?? 0;
    const end = at + (runs[index + 1] ?? 0) * step;
    for (let code = at; code < end; code += step) visit(code, code + by);
  }
  const letters = numbersOf(movedLetters);
  at = 0;
  for (let index = 0; index < letters.length; index += 2) {
    at += letters[index] ?? 0;
    visit(at, letters[index + 1] ?? 0);
  }
  const texts = numbersOf(spelledFolds);
  at = 0;
  for (let index = 0; index < texts.length; ) {
    at += texts[index] ?? 0;
    const end = index + 2 + (texts[index + 1] ?? 0);
    const codes = texts.slice(index + 2, end);
    visitSpelled(at, codes.every((code) => code < planeSize) ? codes : codes.flatMap(unitsOf));
    index = end;
  }
}

function unitsOf(code: number): number[] {
  return code < planeSize ? [code] : [0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff)];
}

function readFarFolds(): ReadonlyMap<number, readonly number[]> {
  const folds = new Map<number, readonly number[]>();
  const add = (code: number, units: readonly number[]): void => {
    if (code >= planeSize) folds.set(code, units);
  };
  eachFold((code, letter) => add(code, [letter]), add);
  return folds;
}

function readPairs(): ReadonlyMap<number, number> {
  const numbers = numbersOf(composedPairs);
  const pairs = new Map<number, number>();
  for (let index = 0; index < numbers.length; index += 3) {
    const letter = (numbers[index] ?? 0) * planeSize;
    pairs.set(letter + (numbers[index + 1] ?? 0), numbers[index + 2] ?? 0);
  }
  return pairs;
}
