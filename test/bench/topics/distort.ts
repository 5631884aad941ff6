import type { Prng } from "../../conformance/prng.ts";

/** 900 characters that say nothing of a subject, as people write them before their question. */
const filler = `Hello there, I hope you are doing well. I have been meaning to write to you for quite a while, but there was always
something else to do first. It has been one of those weeks, you know, when everything comes at once and nobody seems to have the
time to sit down and listen. Anyway, my sister said that I should simply ask, since you seem to know a little about nearly
everything. I am not very good at this kind of thing, so please bear with me if I do not explain it well. I also read a few pages
about it yesterday evening, but honestly they only made me more confused than before, and in the end I gave up. You probably hear
this a lot from other people. I would really like a short and simple answer, nothing long, because I want to finish this today if
that is possible at all. Thank you so much in advance for your help and for your patience with me. So, here is what I wanted to
know from you.`;

/** The question behind {@link filler}. */
export function withFiller(question: string): string {
  return `${filler.replaceAll("\n", " ")} ${question}`;
}

const minLetters = 5;
const letters = "abcdefghijklmnopqrstuvwxyz";

/** The question with a typo in one of its words of five letters and more: a letter too many, missing, wrong, or swapped. */
export function withTypo(question: string, prng: Prng): string {
  const words = question.split(" ");
  const long = words.flatMap((word, index) =>
    /^\p{L}+$/u.test(word) && word.length >= minLetters ? [index] : [],
  );
  if (long.length === 0) return question;
  const index = prng.pick(long);
  const word = words[index] ?? "";
  const at = 1 + prng.below(word.length - 2);
  const letter = letters[prng.below(letters.length)] ?? "";
  const typos = [
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) +
      word
        .slice(at, at + 2)
        .split("")
        .reverse()
        .join("") +
      word.slice(at + 2),
  ];
  return words.with(index, prng.pick(typos)).join(" ");
}
