import type { Topic } from "../../../core/catalog/topic.ts";
import { runSync } from "../../../core/timing/cooperative-task.ts";
import { trainTopics } from "../../../core/topics/training/train-topics.ts";

/** Topics with what can be learned from them, as a catalogue stores them. */
export function trained(topics: readonly Topic[]): readonly Topic[] {
  const models = runSync(trainTopics(topics));
  return topics.map((topic) => {
    const model = models.get(topic.id);
    return model === undefined ? topic : { ...topic, trained: model };
  });
}

export function withPhrases(id: string, phrases: readonly string[], language = "en"): Topic {
  return { id, name: id, phrases: { [language]: phrases } };
}
