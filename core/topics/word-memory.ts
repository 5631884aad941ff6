/** The most words of a generation. Two generations are remembered. */
const maxWords = 8_192;
/** Longer words are not remembered. */
const maxLetters = 32;
/** V8 copies parts of up to this many letters. */
const maxShared = 12;

/**
 * Remembers what is read of words, because texts repeat few of them. Bounded: when a generation of words is full, the words that it
 * did not use are forgotten.
 */
export function rememberWords<Entry>(read: (word: string) => Entry): (word: string) => Entry {
  let recent = new Map<string, Entry>();
  let older = recent;
  return (word) => {
    const known = recent.get(word);
    if (known !== undefined) return known;
    const entry = older.get(word) ?? read(word);
    if (word.length > maxLetters) return entry;
    if (recent.size >= maxWords) {
      older = recent;
      recent = new Map();
    }
    recent.set(copyOf(word), entry);
    return entry;
  };
}

/** An engine may keep a whole text for a part of it, except for a short part. */
function copyOf(word: string): string {
  return word.length > maxShared ? Array.from(word).join("") : word;
}
