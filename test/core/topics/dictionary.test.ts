import { expect, it } from "vitest";
import { createDictionary } from "../../../core/topics/dictionary.ts";
import { createModel } from "../../../core/topics/model.ts";

const many = Array.from({ length: 20_000 }, (_, index) => `w${index}`);

it("a dictionary remembers a word, and forgets it behind twenty thousand others", () => {
  const lookUp = createDictionary(createModel([]), (word) => word);
  const hotel = lookUp("hotel");
  expect(lookUp("hotel")).toBe(hotel);
  many.forEach(lookUp);
  expect(lookUp("hotel")).not.toBe(hotel);
  expect(lookUp("hotel")).toEqual(hotel);
});

it("a dictionary keeps a word that is used among any number of others", () => {
  const lookUp = createDictionary(createModel([]), (word) => word);
  const hotel = lookUp("hotel");
  for (const word of many) {
    lookUp(word);
    expect(lookUp("hotel")).toBe(hotel);
  }
});

it("a dictionary does not remember words of more than 32 letters", () => {
  const lookUp = createDictionary(createModel([]), (word) => word);
  const [short, long] = ["a".repeat(32), "a".repeat(33)];
  expect(lookUp(short)).toBe(lookUp(short));
  expect(lookUp(long)).not.toBe(lookUp(long));
  expect(lookUp(long)).toEqual(lookUp(long));
});
