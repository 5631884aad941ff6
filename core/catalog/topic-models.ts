import { areTrained } from "../selection/topics/compiled-topics.ts";
import { declarationOf } from "../selection/topics/declaration.ts";
import { trainTopics } from "../selection/topics/training/train-topics.ts";
import type { Steps } from "../timing/in-pieces.ts";
import type { Topic } from "./entities.ts";
import type { FieldChange } from "./plan.ts";

/**
 * The topics after a plan, each with what was learned from all of them. What is stored is kept when it was learned from
 * the same declarations; what `next` says was learned counts for nothing.
 */
export function* trainedTopics(
  current: readonly Topic[],
  next: readonly Topic[],
  { prune }: { readonly prune: boolean },
): Steps<readonly Topic[]> {
  const stored = new Map(current.map((topic) => [topic.id, topic]));
  const wanted = new Map(next.map((topic) => [topic.id, topic]));
  const after = [...(prune ? wanted : new Map([...stored, ...wanted])).values()].map(declarationOf);
  const asStored = after.map((topic) => withModel(topic, stored.get(topic.id)?.trained));
  if (areTrained(asStored)) return asStored;
  const models = yield* trainTopics(after);
  return after.map((topic) => withModel(topic, models.get(topic.id)));
}

function withModel(topic: Topic, trained: string | undefined): Topic {
  return trained === undefined ? topic : { ...topic, trained };
}

/** A model is thousands of letters that say nothing to a reader: the change of one is told by its size and its end. */
export function nameModel(field: FieldChange): FieldChange {
  if (field.path !== "trained") return field;
  return { ...field, from: nameOf(field.from), to: nameOf(field.to) };
}

function nameOf(trained: unknown): unknown {
  return typeof trained === "string" ? `model …${trained.slice(-8)}, ${trained.length} characters` : trained;
}
