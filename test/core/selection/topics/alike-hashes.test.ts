import { expect, it } from "vitest";
import { compileTopics } from "../../../../core/selection/topics/compile.ts";
import { createWordReader } from "../../../../core/selection/topics/words.ts";
import { createPrng } from "../../../conformance/prng.ts";
import { withPhrases } from "./train.ts";

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
/** As in word-hash.ts. */
const base = 75;

function numberOf(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, base) + letter.charCodeAt(0)) | 0;
  return sum;
}

/** The five letters whose number, modulo 2 ** 32, is this one. */
function lettersOf(number: number): string | undefined {
  let rest = number >>> 0;
  let text = "";
  for (let at = 0; at < 5; at++) {
    const letter = letters.split("").find((one) => (rest - one.charCodeAt(0)) % base === 0);
    if (letter === undefined) return undefined;
    text = letter + text;
    rest = (rest - letter.charCodeAt(0)) / base;
  }
  return rest === 0 ? text : undefined;
}

/** Two words of as many letters with one hash. */
function pairOfLength(length: number): readonly [string, string] {
  const prng = createPrng(length);
  const word = (size: number): string => Array.from({ length: size }, () => prng.pick([...letters])).join("");
  for (;;) {
    const [first, beginning] = [word(length), word(length - 5)];
    const ending = lettersOf(numberOf(first) - numberOf(`${beginning}00000`) + numberOf("00000"));
    if (ending !== undefined && !first.startsWith(beginning)) return [first, `${beginning}${ending}`];
  }
}

it.each([6, 8, 10, 11, 15, 30])(
  "words of %i letters with one hash are told apart, in either order",
  (length) => {
    const [one, other] = pairOfLength(length);
    const read = createWordReader();
    expect(read(one).hashes[0]).toBe(read(other).hashes[0]);
    for (const order of [
      [one, other],
      [other, one],
      [one, other, one, `${other} ${one} ${other}`, one, other],
    ]) {
      const matcher = compileTopics([withPhrases("one", [one])]);
      for (const text of order) expect(matcher.match(text).length).toBe(text.includes(one) ? 1 : 0);
    }
  },
);
