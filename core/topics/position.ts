import { foldedWords } from "./words.ts";

/** Shorter texts have no inside. */
const minLength = 300;
/** Characters of the beginning, and the most of the last sentence. */
const maxOpening = 150;
const maxSentence = 300;

const sentenceEnd = /[.!?…\n。！？؟।]/;
const questionMark = /[?？؟]/;

/**
 * Whether a word of a long text stands deep inside: behind its beginning, and outside of its last question and its last sentence.
 * People begin with what they want or ask for it at the end; pasted text is between them.
 * @param words The number of words of the text.
 */
export function findInside(text: string, words: number): (word: number) => boolean {
  if (text.length < minLength) return () => false;
  const outside = [lastSentence(text, text.length)];
  const question = lastQuestion(text);
  if (question < text.length - 1) outside.push(lastSentence(text, question));
  /** The words before a place. The shorter side is read. */
  const wordsBefore = (at: number): number =>
    at < text.length / 2 ? foldedWords(text.slice(0, at)).length : words - foldedWords(text.slice(at)).length;
  const opening = wordsBefore(maxOpening);
  const ranges = outside.map(({ from, to }) => ({ from: wordsBefore(from), to: wordsBefore(to) }));
  return (word) => word >= opening && ranges.every(({ from, to }) => word < from || word >= to);
}

/** Where the last question mark stands; the end of the text if there is none. */
function lastQuestion(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) {
    if (questionMark.test(text.charAt(at))) return at;
  }
  return text.length;
}

/** The sentence that ends at `end`, without the space and the mark behind it. */
function lastSentence(text: string, end: number): { readonly from: number; readonly to: number } {
  const to = end - (/[\s.!?…。！？؟।]*$/.exec(text.slice(Math.max(0, end - 20), end))?.[0].length ?? 0);
  let from = to;
  while (from > 0 && to - from < maxSentence && !sentenceEnd.test(text.charAt(from - 1))) from--;
  return { from, to };
}
