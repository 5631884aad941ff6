import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Topic } from "../../../core/catalog/entities.ts";
import { foldedWords } from "../../../core/selection/fold.ts";
import { compileTopics } from "../../../core/selection/topics.ts";
import { anyText, holds } from "../property.ts";

const topic = (id: string, phrases: readonly string[], language = "en"): Topic => ({
  id,
  name: id,
  phrases: { [language]: phrases },
});

/** Whether a question is about a topic with this one phrase. */
function matches(phrase: string, question: string): boolean {
  return compileTopics([topic("t", [phrase])])(question).has("t");
}

describe("a phrase is found in a question", () => {
  it.each([
    ["as a word", "car", "Which car is best?"],
    ["as the whole question", "car", "car"],
    ["at the end of it", "car", "I need a car"],
    ["whatever the case", "CAR", "my Car"],
    ["before an apostrophe", "car", "my car's tyres"],
    ["whatever the accents", "été", "Vacances d'ETE pas cher"],
    ["with ß for ss", "fußball", "FUSSBALL schauen"],
    ["in Turkish capitals", "ılık su", "ILIK SU NEREDE"],
    ["in Turkish capitals", "istanbul", "İSTANBUL OTELLERİ"],
    ["with the Greek final sigma", "δρόμος", "ΔΡΟΜΟΣ ΑΝΟΙΧΤΟΣ"],
    ["of several words in a row", "cheap flights", "find me CHEAP  flights, please"],
    ["across punctuation", "cheap flights", "cheap, flights"],
    ["after a false start of itself", "a a b", "a a a b"],
    ["inside Chinese text", "手机", "我想买新手机吗"],
    ["inside Japanese text", "旅行", "来週の旅行先を探す"],
    ["inside Thai text", "รถยนต์", "ซื้อรถยนต์มือสอง"],
    ["in Japanese beside Latin letters", "コーヒー", "コーヒーを飲む"],
    ["in half-width katakana", "ガーデン", "ｶﾞｰﾃﾞﾝ用品"],
    ["with Latin and Chinese letters", "iPhone手机", "买iPhone手机壳"],
    ["in Korean as a word", "호텔", "서울 호텔 추천"],
  ])("%s: %s in “%s”", (_name, phrase, question) => {
    expect(matches(phrase, question)).toBe(true);
  });

  it.each([
    ["before a digit", "コーヒー", "コーヒー2杯ください"],
    ["before Latin letters", "コーヒー", "コーヒーmakerの選び方"],
    ["of Latin letters behind it", "maker", "コーヒーmakerの選び方"],
  ])("of Japanese with a long vowel mark (ー) %s: %s in “%s”", (_name, phrase, question) => {
    expect(matches(phrase, question)).toBe(true);
  });

  it.each([
    ["inside a longer word", "car", "my card was declined"],
    ["at the end of a longer word", "car", "Oscar"],
    ["with a digit joined to it", "car", "car2go"],
    ["with its words in another order", "cheap flights", "flights cheap"],
    ["with a word in between", "cheap flights", "cheap direct flights"],
    ["only in its first words", "cheap flights", "cheap"],
    ["only in its last words", "cheap flights", "flights"],
    ["with か for が", "かき", "がき"],
    ["with another tone in Thai", "มา", "ม้า"],
    ["in another form of the word", "flight", "flights"],
    ["in an empty question", "car", ""],
  ])("but not %s: %s in “%s”", (_name, phrase, question) => {
    expect(matches(phrase, question)).toBe(false);
  });
});

describe("topics", () => {
  it("are all found that the question is about, each once, in all languages of theirs", () => {
    const travel: Topic = {
      id: "travel",
      name: "",
      phrases: { en: ["flight", "cheap flight"], de: ["flug"], ja: ["旅行"] },
    };
    const food = topic("food", ["pizza", "cheap pizza"]);
    const both = topic("cheap", ["cheap"]);
    const find = compileTopics([travel, food, both]);
    expect([...find("A cheap flight and a cheap pizza")].sort()).toEqual(["cheap", "food", "travel"]);
    expect([...find("Flug nach Rom")]).toEqual(["travel"]);
    expect([...find("旅行 flight Flug")]).toEqual(["travel"]);
    expect([...find("What is a monad?")]).toEqual([]);
  });

  it("may share a phrase", () => {
    expect(
      [...compileTopics([topic("a", ["jaguar"]), topic("b", ["Jaguar"])])("jaguar speed")].sort(),
    ).toEqual(["a", "b"]);
  });

  it("match nothing by a phrase without words", () => {
    for (const phrase of ["", " ", "...", "🚗", "\u0301"]) {
      expect(matches(phrase, "")).toBe(false);
      expect(matches(phrase, "any question at all ... 🚗")).toBe(false);
    }
    expect(compileTopics([])("any question").size).toBe(0);
    expect(compileTopics([{ id: "t", name: "", phrases: {} }])("any question").size).toBe(0);
  });

  it("may have the names of an object's own members, as ids, phrases and languages", () => {
    const hostile = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "null"];
    const topics = hostile.map(
      (id): Topic => ({ id, name: id, phrases: JSON.parse(`{"${id}":["word ${id}","${id}"]}`) }),
    );
    const find = compileTopics(topics);
    for (const id of hostile) expect([...find(`a word ${id} b`)]).toEqual([id]);
    expect(find("a question about nothing").size).toBe(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("are found exactly where the words of a phrase stand in a row", () => {
    const words = fc
      .array(fc.constantFrom("a", "b", "ab", "か", "が", "É"), { maxLength: 6 })
      .map((list) => list.join(" "));
    const phrases = fc.array(words, { maxLength: 4 });
    holds(
      fc.property(fc.array(phrases, { maxLength: 4 }), fc.oneof(words, anyText), (lists, question) => {
        const inRow = `|${foldedWords(question).join("|")}|`;
        const wanted = lists.flatMap((list, index) =>
          list.some((phrase) => phrase !== "" && inRow.includes(`|${foldedWords(phrase).join("|")}|`))
            ? [`t${index}`]
            : [],
        );
        const find = compileTopics(lists.map((list, index) => topic(`t${index}`, list)));
        expect([...find(question)].sort()).toEqual(wanted.sort());
      }),
      1_000,
    );
  });
});
