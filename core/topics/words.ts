import { fold, isAscii } from "./fold.ts";
import { mark, separator, spaced, unicode, unspaced } from "./unicode.ts";

/**
 * The folded words of a text in order. In scripts without spaces each letter is a word, so that phrases are found anywhere.
 */
export function foldedWords(text: string): readonly string[] {
  if (isAscii(text)) return wordsOfAscii(text.toLowerCase());
  const folded = fold(text);
  if (isAscii(folded)) return wordsOfAscii(folded);
  const { classes } = unicode();
  const words: string[] = [];
  let start = 0;
  let open = separator;
  for (let at = 0, units = 1; at < folded.length; at += units) {
    const code = folded.codePointAt(at) ?? 0;
    units = code > 0xffff ? 2 : 1;
    const kind = classes[code] ?? separator;
    if (open !== separator && (kind === mark || (kind === spaced && open === spaced))) continue;
    if (open !== separator) words.push(folded.slice(start, at));
    start = at;
    open = kind === mark ? separator : kind;
  }
  if (open !== separator) words.push(folded.slice(start));
  return words;
}

function wordsOfAscii(folded: string): readonly string[] {
  return folded.match(/[a-z0-9]+/g) ?? [];
}

/** Whether a folded word is a letter of a script without spaces. */
export function isUnspaced(word: string): boolean {
  const code = word.codePointAt(0) ?? 0;
  return code > 127 && unicode().classes[code] === unspaced;
}
