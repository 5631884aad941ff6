import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addFeature,
  createFeatureTable,
  entriesOf,
  findFeatures,
  topicOf,
  weightOf,
} from "../../../core/topics/feature-table.ts";
import {
  add4,
  add8,
  createTopWeights,
  entriesOfWord,
  fewEntries,
  takeTopWeights,
} from "../../../core/topics/top-weights.ts";
import { holds } from "../property.ts";

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

      const heads = Int32Array.from([...asked, 0]);
      const found = findFeatures(table, heads, asked.length);
      expect([...heads.subarray(0, found)].map((head) => (table.entries[head] ?? 0) >>> table.shift)).toEqual(
        asked.map((key) => lists.filter((list) => key in list).length).filter((entries) => entries > 0),
      );

      for (const key of asked) {
        const entries = [...entriesOf(table, key)].map((entry) => [topicOf(entry), weightOf(entry)]);
        expect(entries).toEqual(lists.flatMap((list, topic) => (key in list ? [[topic, list[key]]] : [])));
      }
    }),
    500,
  );
});

it("a word keeps the eight sums that say most, of equals those of the first topics", () => {
  const all = fc.array(
    fc.oneof(fc.constant(0), fc.integer({ min: -70, max: 70 }), fc.integer({ min: -900, max: 900 })),
    { minLength: 1, maxLength: 40 },
  );
  holds(
    fc.property(
      fc.array(all, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, times) => {
        const topicCount = Math.max(...parts.map((part) => part.length));
        const lists = Array.from({ length: topicCount }, (_, topic) => {
          const own = parts.flatMap((part, key) =>
            part[topic] === undefined || part[topic] === 0 ? [] : [key],
          );
          return {
            features: Int32Array.from(own),
            weights: Int32Array.from(own, (key) => parts[key]?.[topic] ?? 0),
          };
        });
        const table = createFeatureTable(lists);
        const room = createTopWeights(topicCount);
        const kept = lists
          .map((_, topic) => ({ topic, value: parts.reduce((sum, part) => sum + (part[topic] ?? 0), 0) }))
          .filter(({ value }) => Math.abs(value) >= 60)
          .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.topic - b.topic)
          .slice(0, 8);
        // Twice: the first leaves nothing behind.
        for (let turn = 0; turn < 2; turn++) {
          const entries = new Int32Array(3 + entriesOfWord);
          const features = Int32Array.from([...parts.keys(), 2 ** 24 - 1, 0]);
          expect(takeTopWeights(table, features, parts.length + 1, room, entries, 3)).toBe(kept.length);
          const added = new Int32Array(topicCount);
          (kept.length <= fewEntries ? add4 : add8)(entries, 3, times, added);
          const expected = lists.map(
            (_, topic) => times * (kept.find((one) => one.topic === topic)?.value ?? 0),
          );
          expect([...added]).toEqual(expected);
        }
      },
    ),
    1_000,
  );
});
