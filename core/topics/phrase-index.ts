/** Finds phrases in the words of a text. Phrases have the numbers of their order. */
export interface PhraseIndex {
  /** Calls `found` for each occurrence of a phrase, with its number and the index of its first word. */
  readonly find: (words: readonly string[], found: (phrase: number, start: number) => void) => void;
}

interface Node {
  /** The phrases that end here. */
  readonly phrases: number[];
  readonly next: Map<string, Node>;
}

/** Builds the index: a trie of words. */
export function indexPhrases(phrases: readonly (readonly string[])[]): PhraseIndex {
  const root: Node = { phrases: [], next: new Map() };
  phrases.forEach((words, phrase) => {
    let node = root;
    for (const word of words) {
      const next = node.next.get(word) ?? { phrases: [], next: new Map() };
      node.next.set(word, next);
      node = next;
    }
    if (node !== root) node.phrases.push(phrase);
  });
  return {
    find: (words, found) => {
      for (let start = 0; start < words.length; start++) {
        let node = root.next.get(words[start] ?? "");
        for (let at = start + 1; node !== undefined; at++) {
          for (const phrase of node.phrases) found(phrase, start);
          node = node.next.get(words[at] ?? "");
        }
      }
    },
  };
}
