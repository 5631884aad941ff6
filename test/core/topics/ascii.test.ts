import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { compileTopics } from "../../../core/topics/compile.ts";
import { fold } from "../../../core/topics/fold.ts";
import { separator, unicode } from "../../../core/topics/unicode.ts";
import { foldedWords } from "../../../core/topics/words.ts";
import { seeds } from "../seeds.ts";
import { questionSets } from "./questions.ts";
import { trained } from "./train.ts";

vi.mock("../../../core/topics/unicode.ts", { spy: true });

const isTableMade = (): boolean => vi.mocked(unicode).mock.calls.length > 0;
const [english] = questionSets;
if (english === undefined) throw new Error("there are question sets");

/** By the table alone: letters and digits, each folded. */
function wordsByTable(text: string): readonly string[] {
  const { classes, folds } = unicode();
  const letters = Array.from(text, (character) => {
    const folded = folds.get(character.charCodeAt(0)) ?? character;
    return classes[folded.charCodeAt(0)] === separator ? " " : folded;
  });
  return letters
    .join("")
    .split(" ")
    .filter((word) => word !== "");
}

// In this order: what is made stays made.
it("topics and questions of ASCII alone are learned, compiled, matched and explained without the Unicode table", () => {
  const matcher = compileTopics(trained(english.topics));
  const matched = english.asked.filter(([question]) => matcher.match(question).length > 0);
  expect(matched.length).toBeGreaterThan(english.asked.length / 3);
  for (const [question] of matched) expect(matcher.explain(question)[0]?.matched).toBe(true);
  expect(isTableMade()).toBe(false);
});

it("any text of ASCII is folded and read as by the table that is made later", () => {
  const ascii = fc.string({ unit: "binary-ascii", maxLength: 60 });
  const texts = seeds.flatMap((seed) => fc.sample(ascii, { seed, numRuns: 700 }));
  const everything = String.fromCharCode(...Array.from({ length: 128 }, (_, unit) => unit));
  const read = [everything, ...texts].map((text) => ({ text, folded: fold(text), words: foldedWords(text) }));
  expect(isTableMade()).toBe(false);

  // The first character of another kind creates it.
  expect(foldedWords("a café")).toEqual(["a", "cafe"]);
  expect(isTableMade()).toBe(true);
  for (const { text, folded, words } of read) {
    expect(words).toEqual(wordsByTable(text));
    expect(folded).toBe(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  }
});
