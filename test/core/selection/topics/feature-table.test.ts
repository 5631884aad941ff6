import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addFeature,
  addFeatures,
  createFeatureTable,
  entriesOf,
  topicOf,
  weightOf,
} from "../../../../core/selection/topics/feature-table.ts";
import { addWord, entriesOfWord, takeStrongest } from "../../../../core/selection/topics/strongest.ts";
import { holds } from "../../property.ts";

const topics = 12;
/** Few, many of them with the same first bits or the same last ones. */
const feature = fc.oneof(
  fc.nat(40),
  fc.nat(40).map((low) => (low << 16) | 7),
  fc.nat(2 ** 24 - 1),
);
const weight = fc.integer({ min: -1_000, max: 1_000 });
const learned = fc.array(fc.dictionary(feature.map(String), weight), {
  minLength: topics,
  maxLength: topics,
});

it("a table adds to each topic what the topic has learned of a feature, and nothing for other features", () => {
  holds(
    fc.property(learned, fc.array(feature), (lists, others) => {
      const table = createFeatureTable(
        lists.map((list) => {
          const own = Object.entries(list).sort(([a], [b]) => Number(a) - Number(b));
          return {
            features: Int32Array.from(own, ([key]) => Number(key)),
            weights: Int32Array.from(own, ([, value]) => value),
          };
        }),
      );
      const asked = [...lists.flatMap((list) => Object.keys(list).map(Number)), ...others];
      const expected = lists.map((list) => asked.reduce((sum, key) => sum + (list[key] ?? 0), 0));
      const sums = new Int32Array(topics);
      for (const key of asked) addFeature(table, key, sums);
      expect([...sums]).toEqual(expected);

      const together = new Int32Array(topics);
      addFeatures(table, Int32Array.from([...asked, 0]), asked.length, together);
      expect([...together]).toEqual(expected);

      for (const key of asked) {
        const entries = [...entriesOf(table, key)].map((entry) => [topicOf(entry), weightOf(entry)]);
        expect(entries).toEqual(lists.flatMap((list, topic) => (key in list ? [[topic, list[key]]] : [])));
      }
    }),
    500,
  );
});

it("a word keeps the eight sums that say most, of equals the ones against and then the first topics", () => {
  const sum = fc.oneof(
    fc.constant(0),
    fc.integer({ min: -70, max: 70 }),
    fc.integer({ min: -900, max: 900 }),
  );
  holds(
    fc.property(
      fc.array(sum, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      (all, times) => {
        const kept = all
          .map((value, topic) => ({ value, topic }))
          .filter(({ value }) => Math.abs(value) >= 60)
          .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.value - b.value || a.topic - b.topic)
          .slice(0, 8);
        const sums = Int32Array.from(all);
        const entries = new Int32Array(3 + entriesOfWord);
        takeStrongest(sums, new Int32Array(all.length + 1), entries, 3);
        expect([...sums]).toEqual(all.map(() => 0));

        const added = new Int32Array(all.length);
        addWord(entries, 3, times, added);
        const expected = all.map((_, topic) => times * (kept.find((one) => one.topic === topic)?.value ?? 0));
        expect([...added]).toEqual(expected);
      },
    ),
    1_000,
  );
});
