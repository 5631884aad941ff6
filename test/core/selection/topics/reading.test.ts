import fc from "fast-check";
import { expect, it } from "vitest";
import { readFolded } from "../../../../core/selection/topics/read-folded.ts";
import { createWordList, type Words } from "../../../../core/selection/topics/word-list.ts";
import { createWordReader, wordAt } from "../../../../core/selection/topics/words.ts";
import { anyText, holds } from "../../property.ts";

const read = createWordReader();

function whole(words: Words): unknown {
  return Array.from({ length: words.count }, (_, index) => ({
    word: wordAt(words, index),
    hash: words.hashes[index],
    compared: words.compared[index],
    isUnspaced: words.isUnspaced[index],
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

it("any text is read alike in one pass and in two, whatever was read before", () => {
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

it("words of ASCII that differ in their last five letters alone have different hashes", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abz09"), minLength: 6, maxLength: 12 });
  holds(
    fc.property(word, word, (first, ending) => {
      const second = `${first.slice(0, -5)}${ending.slice(-5)}`;
      const [one, other] = [first, second].map((text) => read(text).hashes[0]);
      expect(one === other).toBe(first === second);
      expect(read(first).compared[0]).toBe(first.length - 5);
    }),
    3_000,
  );
});

it("words of up to five ASCII letters and letters of Chinese have hashes of their own", () => {
  const short = fc.string({ unit: fc.constantFrom(..."abcxyz019"), minLength: 1, maxLength: 5 });
  const one = fc.oneof(short, fc.constantFrom(..."手机旅行か"));
  holds(
    fc.property(one, one, (first, second) => {
      const [firstHash, secondHash] = [first, second].map((word) => read(word).hashes[0]);
      expect(read(first).compared[0]).toBe(0);
      expect(firstHash === secondHash).toBe(first === second);
    }),
    3_000,
  );
});
