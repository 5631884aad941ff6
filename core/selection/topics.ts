import type { Topic } from "../catalog/entities.ts";
import { foldedWords } from "./fold.ts";

/** The ids of the topics that a question is about. */
export type TopicMatcher = (question: string) => ReadonlySet<string>;

interface Node {
  readonly next: Map<string, Node>;
  /** Topics with a phrase that ends here. */
  readonly topics: string[];
}

/** A phrase matches where all its words stand in a row in the question: on word boundaries, whatever the case. */
export function compileTopics(topics: Iterable<Topic>): TopicMatcher {
  const root: Node = { next: new Map(), topics: [] };
  for (const topic of topics) {
    for (const phrase of Object.values(topic.phrases).flat()) addPhrase(root, foldedWords(phrase), topic.id);
  }
  return root.next.size === 0 ? () => new Set() : (question) => match(root, foldedWords(question));
}

function addPhrase(root: Node, words: readonly string[], topicId: string): void {
  let node = root;
  for (const word of words) {
    const next: Node = node.next.get(word) ?? { next: new Map(), topics: [] };
    node.next.set(word, next);
    node = next;
  }
  if (node !== root) node.topics.push(topicId);
}

function match(root: Node, words: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (let start = 0; start < words.length; start++) {
    let node: Node | undefined = root;
    for (let index = start; node !== undefined && index < words.length; index++) {
      node = node.next.get(words[index] ?? "");
      if (node !== undefined && node.topics.length > 0) for (const topicId of node.topics) found.add(topicId);
    }
  }
  return found;
}
