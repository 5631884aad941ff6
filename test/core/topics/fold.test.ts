import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../../../core/topics/fold.ts";
import { foldedWords } from "../../../core/topics/words.ts";
import { anyText, holds } from "../property.ts";
import { foldByRule } from "./unicode-rules.ts";

describe("folding", () => {
  it.each([
    ["case", "Hotel", "hOTEL"],
    ["French accents", "ÉTÉ À LA PLAGE", "ete a la plage"],
    ["a composed and a decomposed accent", "caf\u00e9", "cafe\u0301"],
    ["ß, SS and the capital ẞ", "STRASSE", "straße"],
    ["ß, SS and the capital ẞ", "STRAẞE", "strasse"],
    ["the Turkish capitals İ and I with i and ı", "İSTANBUL", "istanbul"],
    ["the Turkish capitals İ and I with i and ı", "ILIK", "ılık"],
    ["the Turkish capitals İ and I with i and ı", "DİYARBAKIR", "diyarbakır"],
    ["a decomposed İ", "I\u0307stanbul", "istanbul"],
    ["the two small sigmas of Greek", "ΟΔΟΣ", "οδός"],
    ["the two small sigmas of Greek", "ΌΔΟΣ", "οδοσ"],
    ["Nordic letters", "SMØRREBRØD", "smorrebrod"],
    ["Icelandic letters", "ÞÓRÐUR", "thordur"],
    ["Polish ł", "Łódź", "lodz"],
    ["Vietnamese", "Đường", "duong"],
    ["ligatures", "Œuvre d’Æsop", "oeuvre d’aesop"],
    ["Cyrillic ё and й", "ЁЖ, ЙОД", "еж, иод"],
    ["full-width and half-width letters", "Ｈｏｔｅｌ ｶﾞｰﾃﾞﾝ", "hotel ガーデン"],
    ["mathematical letters", "𝐇𝑜𝓽𝔢𝕝", "hotel"],
    ["Deseret capitals, which are two units", "\u{10400}", "\u{10428}"],
    ["a voiced kana in one or two characters", "か\u3099は\u309a", "がぱ"],
    ["Korean in syllables or in letters", "호텔", "호텔".normalize("NFD")],
    ["Arabic points and forms of alef", "أَهْلاً", "اهلا"],
    ["the stretch of Arabic letters", "سـفـر", "سفر"],
    ["Persian and Arabic kaf and yeh", "کتابی", "كتابي"],
    ["Hebrew points", "שָׁלוֹם", "שלום"],
    ["digits of other scripts", "١٢٣ १२३ ７", "123 123 7"],
    ["soft hyphens and joiners", "ho\u00adtel\u200d\ufe0f", "hotel"],
  ])("makes no difference of %s: %s is %s", (_name, one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  it.each([
    ["か and が", "か", "が"],
    ["は, ば and ぱ", "は", "ぱ"],
    ["ハ and バ", "ハ", "バ"],
    ["Thai vowels", "กา", "กี"],
    ["Thai tones", "มา", "ม้า"],
    ["Devanagari vowels", "कि", "की"],
    ["Devanagari nukta", "ज", "ज़"],
    ["Hebrew letters", "ש", "ס"],
    ["Korean syllables", "가", "각"],
    ["digits", "1", "2"],
  ])("keeps %s apart", (_name, one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  it("changes nothing the second time, and gives upper and lower case the same words", () => {
    holds(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      1_000,
    );
    const latin = fc.string({
      unit: fc.constantFrom(..."abcxyzäöüßéèñçåøłđœæığş αβγσςέώ дежзёй 0123,.!"),
      maxLength: 30,
    });
    holds(
      fc.property(latin, (text) => {
        expect(foldedWords(text.toUpperCase())).toEqual(foldedWords(text));
        expect(foldedWords(text.normalize("NFD"))).toEqual(foldedWords(text.normalize("NFC")));
      }),
      1_000,
    );
  });

  it("takes a character that becomes eighteen, many times", () => {
    expect(fold("ﬃ".repeat(5_000))).toBe("ffi".repeat(5_000));
    expect(foldByRule("ﬃ")).toBe("ffi");
  });
});

describe("the words of a text", () => {
  it.each([
    ["spaces and punctuation", "Cheap flights, to  Rome?!", ["cheap", "flights", "to", "rome"]],
    ["apostrophes and hyphens", "l'été: e-mail", ["l", "ete", "e", "mail"]],
    ["letters and digits as one word", "iPhone15 A4", ["iphone15", "a4"]],
    ["emoji as no words", "car 🚗 rental", ["car", "rental"]],
    ["Chinese letter by letter", "我要买car", ["我", "要", "买", "car"]],
    ["Chinese beyond the first plane letter by letter", "𠀀𠀁", ["𠀀", "𠀁"]],
    ["Japanese letter by letter, marks kept", "が車", ["が", "車"]],
    ["Korean by its spaces", "서울 호텔", ["서울", "호텔"]],
    ["Hindi with its vowel marks", "सस्ती उड़ान", ["सस्ती", "उड़ान".normalize("NFKD").normalize("NFC")]],
    ["Thai letter by letter, with their marks", "ซื้อรถ", ["ซื้", "อ", "ร", "ถ"]],
    ["letters of two units", "\u{10400}\u{10401} x", ["\u{10428}\u{10429}", "x"]],
    ["a mark without a letter as no word", "\u0e34 \u0301 a", ["a"]],
    ["nothing", " .,;!? ", []],
  ])("are told by %s", (_name, text, words) => {
    expect(foldedWords(text)).toEqual(words);
  });

  it("are the same whether the rest of the text is ASCII or not", () => {
    holds(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(foldedWords(`${text} é`)).toEqual([...foldedWords(text), "e"]);
      }),
      1_000,
    );
  });
});
