import { expect, it } from "vitest";
import { compileTopics } from "../../../../core/selection/topics/compile.ts";
import { createWordReader } from "../../../../core/selection/topics/words.ts";
import { createPrng } from "../../../conformance/prng.ts";
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

it.each([14, 17, 30])("words of %i letters with one hash are told apart, in either order", (length) => {
  const [one, other] = pairOfLength(length);
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
    for (const text of order) expect(matcher.match(text).length).toBe(text.includes(one) ? 1 : 0);
  }
});
