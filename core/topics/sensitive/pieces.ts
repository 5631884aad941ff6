import { foldedWords, isUnspaced } from "../words.ts";

/** A piece has at most as many words … */
const maxWords = 40;
/** … and takes up sentences until it has as many. */
const enoughWords = 12;
/** Letters of scripts without spaces that weigh as much as a word. */
const lettersOfWord = 2;
const endOfSentence = /(?<=[.!?؟।…]["')\]]?\s|[。！？\n])/u;

/**
 * The words of a text in pieces of whole sentences, because a sentence about a sensitive subject weighs little in a long text. A
 * short text is one piece.
 */
export function piecesOf(text: string): readonly (readonly string[])[] {
  const pieces: string[][] = [];
  let piece: string[] = [];
  let size = 0;
  const end = (): void => {
    if (piece.length > 0) pieces.push(piece);
    piece = [];
    size = 0;
  };
  for (const sentence of text.split(endOfSentence)) {
    for (const word of foldedWords(sentence)) {
      if (size >= maxWords) end();
      piece.push(word);
      size += isUnspaced(word) ? 1 / lettersOfWord : 1;
    }
    if (size >= enoughWords) end();
  }
  end();
  return pieces;
}
