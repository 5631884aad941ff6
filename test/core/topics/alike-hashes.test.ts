import { expect, it } from "vitest";
import { compileTopics } from "../../../core/topics/compile.ts";
import { createWordReader } from "../../../core/topics/words.ts";
import { createPrng } from "../../conformance/prng.ts";
import { withPhrases } from "./train.ts";

const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789"];

/** Two words of as many letters with one hash and one shape, found by trying: their first and last four letters are equal. */
function pairOfLength(length: number): readonly [string, string] {
  const prng = createPrng(length);
  const read = createWordReader();
  const seen = new Map<number, string>();
  for (;;) {
    const inner = Array.from({ length: length - 8 }, () => prng.pick(letters)).join("");
    const word = `hote${inner}tels`;
    const hash = read(word).hashes[0] ?? 0;
    const other = seen.get(hash);
    if (other !== undefined && other !== word) return [other, word];
    seen.set(hash, word);
  }
}

/** As in word-hash.ts, and its inverse modulo 2 ** 32. */
const prime = 0x01000193;
const inverse = 0x359c449b;

const forward = (sum: number, letter: string): number => Math.imul(sum ^ letter.charCodeAt(0), prime);
const backward = (sum: number, letter: string): number => Math.imul(sum, inverse) ^ letter.charCodeAt(0);

/** A word and a longer one that begins with it, with one hash and one shape: its inner letters sum up to the same number. */
function pairOfBeginning(): readonly [string, string] {
  const first = "hoteltels";
  const target = forward(0, "l");
  let start = target;
  for (const letter of "tels") start = forward(start, letter);
  let sums = new Map([[start, ""]]);
  for (let length = 0; length < 3; length++) {
    sums = new Map([...sums].flatMap(([sum, text]) => letters.map((one) => [forward(sum, one), text + one])));
  }
  const find = (sum: number, text: string): string | undefined => {
    const beginning = sums.get(sum);
    if (beginning !== undefined) return beginning + text;
    if (text.length === 5) return undefined;
    for (const one of letters) {
      const found = find(backward(sum, one), one + text);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return [first, `${first}${find(target, "")}tels`];
}

it.each([
  ["of 14 letters", () => pairOfLength(14)],
  ["of 17 letters", () => pairOfLength(17)],
  ["of 30 letters", () => pairOfLength(30)],
  ["of which one begins the other", pairOfBeginning],
])("words %s with one hash are told apart, in either order", (_name, find) => {
  const [one, other] = find();
  const read = createWordReader();
  const [names, otherNames] = [one, other].map((word) => {
    const { hashes, shapes } = read(word);
    return [hashes[0], shapes[0]];
  });
  expect(names).toEqual(otherNames);
  for (const order of [
    [one, other],
    [other, one],
    [one, other, one, `${other} ${one} ${other}`, one, other],
  ]) {
    const matcher = compileTopics([withPhrases("one", [one])]);
    for (const text of order) expect(matcher.match(text).length).toBe(text.split(" ").includes(one) ? 1 : 0);
  }
});
