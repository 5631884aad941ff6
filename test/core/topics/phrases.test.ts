import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Topic } from "../../../core/catalog/topic.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { foldedWords } from "../../../core/topics/words.ts";
import { anyText, holds } from "../property.ts";
import { withPhrases } from "./train.ts";

/** The ids of the topics of a question, sorted. */
function find(topics: readonly Topic[], question: string): string[] {
  return compileTopics(topics)
    .match(question)
    .map(({ topicId }) => topicId)
    .sort();
}

function matches(phrase: string, question: string): boolean {
  return find([withPhrases("t", [phrase])], question).includes("t");
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
    ["in German capitals", "Größe", "WELCHE GRÖSSE BRAUCHE ICH"],
    ["in Turkish capitals", "ılık su", "ILIK SU NEREDE"],
    ["in Turkish capitals", "istanbul", "İSTANBUL OTELLERİ"],
    ["in Turkish small letters", "İSTANBUL", "istanbul'da bir otel"],
    ["with the Greek final sigma", "δρόμος", "ΔΡΟΜΟΣ ΑΝΟΙΧΤΟΣ"],
    ["without Greek accents", "ξενοδοχείο", "ΞΕΝΟΔΟΧΕΙΟ ΣΤΗΝ ΑΘΗΝΑ"],
    ["in Russian capitals", "ещё кофе", "ЕЩЕ КОФЕ ПОЖАЛУЙСТА"],
    ["of several words in a row", "cheap flights", "find me CHEAP  flights, please"],
    ["across punctuation", "cheap flights", "cheap, flights"],
    ["after a false start of itself", "a a b", "a a a b"],
    ["inside Chinese text", "手机", "我想买新手机吗"],
    ["inside Japanese text", "旅行", "来週の旅行先を探す"],
    ["inside Thai text", "รถยนต์", "ซื้อรถยนต์มือสอง"],
    ["in Hindi as a word", "होटल", "दिल्ली में सस्ता होटल"],
    ["in Arabic, whatever the points", "فندق", "أبحث عن فُنْدُق رخيص"],
    ["in Japanese beside Latin letters", "コーヒー", "コーヒーを飲む"],
    ["in half-width katakana", "ガーデン", "ｶﾞｰﾃﾞﾝ用品"],
    ["in full-width letters", "iPhone", "ｉＰｈｏｎｅを買う"],
    ["with Latin and Chinese letters", "iPhone手机", "买iPhone手机壳"],
    ["in Korean as a word", "호텔", "서울 호텔 추천"],
    ["of Japanese before a digit", "コーヒー", "コーヒー2杯ください"],
    ["of Japanese before Latin letters", "コーヒー", "コーヒーmakerの選び方"],
    ["of Latin letters behind Japanese", "maker", "コーヒーmakerの選び方"],
  ])("%s: %s in “%s”", (_name, phrase, question) => {
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
    ["with another vowel in Hindi", "दिन", "दीन"],
    ["in another form of the word", "flight", "flights"],
    ["in an empty question", "car", ""],
  ])("but not %s: %s in “%s”", (_name, phrase, question) => {
    expect(matches(phrase, question)).toBe(false);
  });
});

describe("topics", () => {
  it("are all found that the question is about, each once, in all languages of theirs, as sure as can be", () => {
    const travel: Topic = {
      id: "travel",
      name: "",
      phrases: { en: ["flight", "cheap flight"], de: ["flug"], ja: ["旅行"] },
    };
    const topics = [travel, withPhrases("food", ["pizza", "cheap pizza"]), withPhrases("cheap", ["cheap"])];
    expect(find(topics, "A cheap flight and a cheap pizza")).toEqual(["cheap", "food", "travel"]);
    expect(find(topics, "Flug nach Rom")).toEqual(["travel"]);
    expect(find(topics, "旅行 flight Flug")).toEqual(["travel"]);
    expect(find(topics, "What is a monad?")).toEqual([]);
    expect(compileTopics(topics).match("Flug")).toEqual([{ topicId: "travel", confidence: 1 }]);
  });

  it("may share a phrase, and stand in one order whatever the order they came in", () => {
    const topics = [withPhrases("b", ["Jaguar"]), withPhrases("a", ["jaguar"])];
    const ids = (list: readonly Topic[]) =>
      compileTopics(list)
        .match("jaguar speed")
        .map((found) => found.topicId);
    expect(ids(topics)).toEqual(["a", "b"]);
    expect(ids(topics.toReversed())).toEqual(["a", "b"]);
  });

  it("are found by phrases of less weight when enough different ones of them stand in the question", () => {
    const weighted = (weight: number, ...phrases: string[]) => phrases.map((phrase) => ({ phrase, weight }));
    const bank: Topic = {
      id: "bank",
      name: "",
      phrases: { en: ["savings", ...weighted(0.5, "bank", "account"), ...weighted(0.34, "x", "y", "z")] },
    };
    for (const question of ["a savings plan", "my bank account", "x, y and z", "bank"]) {
      expect(find([bank], question), question).toEqual(["bank"]);
    }
    for (const question of ["the bank of a river", "bank, bank and bank", "x and y"]) {
      expect(find([bank], question), question).toEqual([]);
    }
  });

  it("match nothing by a phrase without words", () => {
    for (const phrase of ["", " ", "...", "🚗", "\u0301"]) {
      expect(matches(phrase, "")).toBe(false);
      expect(matches(phrase, "any question at all ... 🚗")).toBe(false);
    }
    expect(find([], "any question")).toEqual([]);
    expect(find([{ id: "t", name: "", phrases: {} }], "any question")).toEqual([]);
  });

  it("may have the names of an object's own members, as ids, phrases and languages", () => {
    const hostile = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "null"];
    const topics = hostile.map(
      (id): Topic => ({ id, name: id, phrases: JSON.parse(`{"${id}":["word ${id}","${id}"]}`) }),
    );
    for (const id of hostile) expect(find(topics, `a word ${id} b`)).toEqual([id]);
    expect(find(topics, "an out-of-scope question")).toEqual([]);
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
        const topics = lists.map((list, index) => withPhrases(`t${index}`, list));
        const found = find(topics, question);
        // A list of keywords has two topics at most.
        if (wanted.length > 2 && found.length === 2) expect(wanted).toEqual(expect.arrayContaining(found));
        else expect(found).toEqual(wanted.sort());
      }),
      1_000,
    );
  });

  it("are found in a question of any length, after any earlier question", () => {
    const matcher = compileTopics([withPhrases("t", ["needle"])]);
    const hay = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(" ");
    expect(matcher.match(`${hay} needle`)).toHaveLength(1);
    expect(matcher.match(hay)).toHaveLength(0);
    expect(matcher.match(`${"x".repeat(4_096)} needle ${"y".repeat(70)}`)).toHaveLength(1);
    expect(matcher.match("針needle🚗")).toHaveLength(1);
  });
});
