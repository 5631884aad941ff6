import type { TopicTexts } from "./topic.ts";

/** The questions of all languages in one list. */
export function textsOf(texts: TopicTexts | undefined): readonly string[] {
  if (texts === undefined) return [];
  return isList(texts) ? texts : byKey(texts).flatMap(([, list]) => list);
}

function isList(texts: TopicTexts): texts is readonly string[] {
  return Array.isArray(texts);
}

/** The entries of a record in the order of the keys. */
export function byKey<T>(record: Readonly<Record<string, T>>): (readonly [string, T])[] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
