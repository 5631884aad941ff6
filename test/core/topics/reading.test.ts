import fc from "fast-check";
import { expect, it } from "vitest";
import { readFolded } from "../../../core/topics/read-folded.ts";
import { comparedShape } from "../../../core/topics/word-hash.ts";
import { createWordList, type Words } from "../../../core/topics/word-list.ts";
import { createWordReader, wordAt } from "../../../core/topics/words.ts";
import { anyText, holds } from "../property.ts";

const read = createWordReader();

function whole(words: Words): unknown {
  return Array.from({ length: words.count }, (_, index) => ({
    word: wordAt(words, index),
    hash: words.hashes[index],
    shape: words.shapes[index],
  }));
}

/** By the way that takes any text. */
function slowly(text: string): unknown {
  const words = createWordList();
  readFolded(text, words);
  return whole(words);
}

it.each([
  ["letters that become two", "Straße, GROẞE Füße: ﬃ Œuvre Þór™"],
  ["separators that become several", "so … and ‥ so"],
  ["characters that become nothing", "ho\u00adtel e\u0301te\u0301 \ufe0f\u200d"],
  ["emoji", "a car🚗rental 👩‍👩‍👧 ok👍🏽"],
  ["halves of emoji", "a\ud83d b\ude97c \ud83d"],
  ["letters of two units", "𝐇𝑜𝓽𝔢𝕝 𠀀𠀁 \u{10400}\u{10401}x"],
  ["scripts with and without spaces", "iPhone手机壳と한국어、旅行 2杯 كتاب"],
  ["marks that stay", "か\u3099ｶﾞ ซื้อรถ दिल्ली"],
  ["nothing", ""],
])("a text with %s is read alike in one pass and in two", (_name, text) => {
  expect(whole(read(text))).toEqual(slowly(text));
});

it("any text is read alike in one pass and in two, after any other text", () => {
  const mixed = fc.string({
    unit: fc.constantFrom(..."aZ9 ßæﬁ…½\u0301\u3099か漢ー한ᄒЖéİ𝐇🚗\ud83d\ude97Ⅷ", "\ufe0f", "th", ". "),
    maxLength: 40,
  });
  holds(
    fc.property(fc.oneof(anyText, mixed), (text) => {
      expect(whole(read(text))).toEqual(slowly(text));
    }),
    3_000,
  );
});

it("a long text is read alike whatever half-read text of another script came before", () => {
  const long = "one two three four five six ".repeat(9);
  const expected = slowly(long);
  for (const before of ["手机旅行".repeat(8), `${"手机旅行".repeat(8)}か\u3099`, "手".repeat(200)]) {
    read(before);
    expect(whole(read(long))).toEqual(expected);
  }
});

const nameOf = (words: Words, index: number): string => `${words.hashes[index]} ${words.shapes[index]}`;

it("words of up to eight ASCII letters have names of their own, and none is compared", () => {
  const names = new Map<string, string>();
  const visit = (word: string): void => {
    if (word !== "") {
      const words = read(word);
      const name = nameOf(words, 0);
      expect(names.get(name) ?? word).toBe(word);
      expect((words.shapes[0] ?? 0) & comparedShape).toBe(0);
      names.set(name, word);
    }
    if (word.length < 8) for (const letter of "az0") visit(word + letter);
  };
  visit("");
  expect(names.size).toBe((3 ** 9 - 3) / 2);
});

it("letters of Chinese and short words have names of their own", () => {
  const short = fc.string({ unit: fc.constantFrom(..."abcxyz019"), minLength: 1, maxLength: 8 });
  const one = fc.oneof(short, fc.constantFrom(..."手机旅行か한"));
  holds(
    fc.property(one, one, (first, second) => {
      const [firstName, secondName] = [first, second].map((word) => nameOf(read(word), 0));
      expect(firstName === secondName).toBe(first === second);
    }),
    3_000,
  );
});

it("a word has one name, whatever stands around it and whichever reader read it", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abz09"), minLength: 1, maxLength: 14 });
  const around = fc.constantFrom("", "a ", "hotels ", "é ", "Ñandú, ", "手", "한국 ", "か\u3099");
  holds(
    fc.property(word, around, around, (one, before, after) => {
      const name = nameOf(read(one), 0);
      const words = read(`${before}${one} ${after}`);
      const index = Array.from({ length: words.count }, (_, at) => wordAt(words, at)).lastIndexOf(one);
      expect(nameOf(words, index)).toBe(name);
    }),
    3_000,
  );
});
