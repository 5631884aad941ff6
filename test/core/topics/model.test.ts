import fc from "fast-check";
import { expect, it } from "vitest";
import { createModel, eachWeight } from "../../../core/topics/model.ts";
import { holds } from "../property.ts";

const topicCount = 12;
const feature = fc.oneof(fc.nat(40), fc.nat(2 ** 24 - 1));
const learned = fc.dictionary(feature.map(String), fc.integer({ min: -1_000, max: 1_000 }));

function weightsOf(list: Readonly<Record<string, number>>) {
  const own = Object.entries(list).sort(([a], [b]) => Number(a) - Number(b));
  return {
    features: Int32Array.from(own, ([key]) => Number(key)),
    weights: Int32Array.from(own, ([, value]) => value),
  };
}

it("a model has for each feature the weight that each topic learned, and none for other features", () => {
  const lists = fc.array(learned, { minLength: topicCount, maxLength: topicCount });
  holds(
    fc.property(lists, fc.array(feature), (words, others) => {
      const none = { features: new Int32Array(), weights: new Int32Array() };
      const forecast = { examples: 0, recognised: 0, falseMatches: 0, outOfScope: 0, overlaps: [] };
      const fixed = { digest: new Uint8Array(16), bias: 0, threshold: 0, unit: 1, undecided: [], forecast };
      const model = createModel(
        words.map((list, topic) =>
          topic % 2 === 0
            ? { ...fixed, words: weightsOf(list), ngrams: none }
            : { ...fixed, words: none, ngrams: weightsOf(list) },
        ),
      );
      for (const key of [...words.flatMap((list) => Object.keys(list).map(Number)), ...others]) {
        const found: number[][] = [];
        eachWeight(model, key, (topic, weight) => found.push([topic, weight]));
        const expected = words.flatMap((list, topic) => (key in list ? [[topic, list[key] ?? 0]] : []));
        expect(found.sort(([a = 0], [b = 0]) => a - b)).toEqual(expected);
      }
    }),
    500,
  );
});
