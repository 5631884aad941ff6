import process from "node:process";
import type { Topic } from "../../../core/catalog/topic.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { table } from "../print.ts";
import { type Asked, type Condition, drawGrowth } from "./conditions.ts";
import { train } from "./methods.ts";

/** Points of micro-F1 that more declared questions may cost. */
const mostLost = 0.02;
/** The share of draws in which they cost no more. */
const goal = 0.95;

const sets: readonly (readonly [set: string, topics: readonly number[]])[] = [
  ["clinc_ads22", [2, 22]],
  ["clinc150", [20, 100]],
  ["banking77", [3, 40]],
  ["stackoverflow20", [5, 15]],
  ["xsid_en", [3, 6]],
  ["xsid_de", [3, 6]],
  ["xsid_it", [6]],
  ["xsid_nl", [6]],
  ["sib200_eng_Latn", [5]],
  ["sib200_deu_Latn", [5]],
  ["sib200_rus_Cyrl", [5]],
  ["sib200_zho_Hans", [5]],
];

type Size = readonly [examples: number | "mixed", outOfScope: number];

/** More examples, unbalanced ones, more out-of-scope questions. */
const growths: readonly (readonly [Size, Size])[] = [
  [
    [2, 200],
    [5, 200],
  ],
  [
    [5, 0],
    [20, 0],
  ],
  [
    [10, 2_000],
    [50, 2_000],
  ],
  [
    [50, 200],
    [300, 200],
  ],
  [
    [2, 200],
    ["mixed", 200],
  ],
  [
    [10, 1],
    [10, 20],
  ],
  [
    [20, 20],
    [20, 200],
  ],
  [
    [20, 200],
    [20, 2_000],
  ],
  [
    ["mixed", 20],
    ["mixed", 2_000],
  ],
];

interface Measured {
  readonly growth: string;
  readonly set: string;
  readonly before: number;
  readonly after: number;
}

/** Prints what more declared questions change, draw by draw, and in how many draws they cost more than {@link mostLost}. */
export async function printGrowth(only: string, seeds: number): Promise<void> {
  const measured: Measured[] = [];
  for (const [set, counts] of sets.filter(([name]) => name.includes(only))) {
    for (const topics of counts) {
      for (const [small, large] of growths) {
        for (let seed = 1; seed <= seeds; seed++) {
          const of = ([examples, outOfScope]: Size): Condition => {
            return { set, topics, examples, outOfScope, hasPhrases: false };
          };
          const { topics: before, grown, asked } = await drawGrowth(of(small), of(large), seed);
          const growth = `${small.join(", ")} → ${large.join(", ")}`;
          const line = {
            growth,
            set: `${set}: ${topics}`,
            before: microF1Of(before, asked),
            after: microF1Of(grown, asked),
          };
          measured.push(line);
          process.stdout.write(
            `${line.set} topics, ${growth}: ${percent(line.before)} → ${percent(line.after)}\n`,
          );
        }
      }
    }
  }
  const byGrowth = [...Map.groupBy(measured, ({ growth }) => growth)];
  const bySet = [...Map.groupBy(measured, ({ set }) => set)];
  const titles = ["examples, out of scope", "draws", "before", "after", "worst", "within 2 points"];
  const rows = [...byGrowth, ...bySet, ["all", measured] as const].map(([key, lines]) => rowOf(key, lines));
  process.stdout.write(`${table([titles, ...rows])}\n`);
  const share = shareWithin(measured);
  process.stdout.write(`${percent(share)} % of draws (goal ${percent(goal)}).\n`);
}

const percent = (share: number): string => (100 * share).toFixed(1);

function shareWithin(lines: readonly Measured[]): number {
  return lines.filter(({ before, after }) => before - after <= mostLost).length / lines.length;
}

function rowOf(key: string, lines: readonly Measured[]): readonly string[] {
  const mean = (read: (line: Measured) => number): string =>
    percent(lines.reduce((sum, line) => sum + read(line), 0) / lines.length);
  return [
    key,
    String(lines.length),
    mean(({ before }) => before),
    mean(({ after }) => after),
    percent(Math.min(...lines.map(({ before, after }) => after - before))),
    percent(shareWithin(lines)),
  ];
}

/** Out-of-scope questions that get a topic count as wrong. */
function microF1Of(topics: readonly Topic[], asked: readonly Asked[]): number {
  const matcher = compileTopics(train(topics));
  let [right, matched, inScope] = [0, 0, 0];
  for (const { text, topicId } of asked) {
    const found = matcher.match(text)[0]?.topicId;
    if (topicId !== "") inScope += 1;
    if (found !== undefined) matched += 1;
    if (found !== undefined && found === topicId) right += 1;
  }
  return (2 * right) / (matched + inScope);
}
