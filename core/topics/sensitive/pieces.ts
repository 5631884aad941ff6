import { foldedWords, isUnspaced } from "../words.ts";

/** A piece has at most as many words … */
const maxWords = 40;
/** … and takes up sentences until it has as many. */
const enoughWords = 12;
/** Letters of scripts without spaces that weigh as much as a word. */
const lettersOfWord = 2;
const endOfSentence = /(?<=[.!?؟।…]["')\]]?\s|[。！？\n])/u;

/** A piece of a text. */
export interface Piece {
  readonly words: readonly string[];
  /** The words of its sentences, if it has several. */
  readonly sentences: readonly (readonly string[])[];
}

/**
 * The words of a text in pieces of whole sentences, because a sentence about a sensitive subject weighs little in a long text. A
 * short text is one piece.
 */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let sentences: string[][] = [];
  let size = 0;
  const end = (): void => {
    const words = sentences.flat();
    if (words.length > 0) pieces.push({ words, sentences: sentences.length > 1 ? sentences : [] });
    sentences = [];
    size = 0;
  };
  for (const sentenceText of text.split(endOfSentence)) {
    let sentence: string[] = [];
    const endSentence = (): void => {
      if (sentence.length > 0) sentences.push(sentence);
      sentence = [];
    };
    for (const word of foldedWords(sentenceText)) {
      if (size >= maxWords) {
        endSentence();
        end();
      }
      sentence.push(word);
      size += isUnspaced(word) ? 1 / lettersOfWord : 1;
    }
    endSentence();
    if (size >= enoughWords) end();
  }
  end();
  return pieces;
}
