import type { Topic } from "../../../../core/catalog/entities.ts";
import { trainTopics } from "../../../../core/selection/topics/training/train-topics.ts";
import { atOnce } from "../../../../core/timing/in-pieces.ts";

/** Topics with what can be learned from them, as a catalogue stores them. */
export function trained(topics: readonly Topic[]): readonly Topic[] {
  const models = atOnce(trainTopics(topics));
  return topics.map((topic) => {
    const model = models.get(topic.id);
    return model === undefined ? topic : { ...topic, trained: model };
  });
}

export function withPhrases(id: string, phrases: readonly string[], language = "en"): Topic {
  return { id, name: id, phrases: { [language]: phrases } };
}
