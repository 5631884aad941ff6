import { foldedWords, isUnspaced } from "../words.ts";

/** A piece has at most as many words … */
const maxWords = 40;
/** … and takes up sentences until it has as many. */
const enoughWords = 12;
/** A longer sentence is also read in windows: two neighbouring chunks of so many words each. */
const longSentence = 14;
const wordsOfChunk = 5;
/** Letters of scripts without spaces that weigh as much as a word. */
const lettersOfWord = 2;
const endOfSentence = /(?<=[.!?؟।…]["')\]]?\s|[。！？\n])/u;

/** A piece of a text. */
export interface Piece {
  readonly words: readonly string[];
  /** The words of its sentences, if it has several. */
  readonly sentences: readonly (readonly string[])[];
  /** The words of the windows of its long sentences. Most pieces are not read so. */
  readonly windows: () => readonly (readonly string[])[];
}

/**
 * The words of a text in pieces of whole sentences, because a sentence about a sensitive subject weighs little in a long text. A
 * short text is one piece. A sentence without end is cut; what stands across the cut is in both pieces.
 */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let sentences: string[][] = [];
  let size = 0;
  const end = (): void => {
    const words = sentences.flat();
    const own = sentences;
    const windows = (): readonly (readonly string[])[] =>
      own.filter((sentence) => sizeOf(sentence) > longSentence).flatMap(windowsOf);
    if (words.length > 0) pieces.push({ words, sentences: own.length > 1 ? own : [], windows });
    sentences = [];
    size = 0;
  };
  for (const sentenceText of text.split(endOfSentence)) {
    let sentence: string[] = [];
    for (const word of foldedWords(sentenceText)) {
      if (size >= maxWords) {
        const last = chunksOf(sentence).at(-1) ?? [];
        if (sentence.length > 0) sentences.push(sentence);
        end();
        sentence = [...last];
        size = sizeOf(sentence);
      }
      sentence.push(word);
      size += sizeOfWord(word);
    }
    if (sentence.length > 0) sentences.push(sentence);
    if (size >= enoughWords) end();
  }
  end();
  return pieces;
}

function windowsOf(sentence: readonly string[]): readonly (readonly string[])[] {
  const chunks = chunksOf(sentence);
  return chunks.slice(1).map((chunk, index) => [...(chunks[index] ?? []), ...chunk]);
}

/** The words in chunks. The last one is full. */
function chunksOf(words: readonly string[]): readonly (readonly string[])[] {
  const chunks: string[][] = [];
  let open: string[] = [];
  let size = 0;
  for (const word of words.toReversed()) {
    if (size >= wordsOfChunk) {
      chunks.unshift(open);
      open = [];
      size = 0;
    }
    open.unshift(word);
    size += sizeOfWord(word);
  }
  return open.length > 0 ? [open, ...chunks] : chunks;
}

function sizeOf(words: readonly string[]): number {
  return words.reduce((size, word) => size + sizeOfWord(word), 0);
}

function sizeOfWord(word: string): number {
  return isUnspaced(word) ? 1 / lettersOfWord : 1;
}
