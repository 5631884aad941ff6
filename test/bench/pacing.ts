// `npm run bench:pacing`: a day of 60 evenly paced campaigns on the real core and the memory store, in virtual time.
import { once } from "node:events";
import process from "node:process";
import { Worker } from "node:worker_threads";
import type { Scenario, Shape } from "./pacing/day.ts";
import type { Measured } from "./pacing/measure.ts";
import { goals, groupHead, groupRow, legend, moneyHead, moneyRow } from "./pacing/rows.ts";
import { table } from "./print.ts";

const requests = Number(process.argv[2] ?? 160_000);
const threads = 2;
const seed = 7;
const anotherSeed = 8;

const usual: Omit<Scenario, "name"> = { instances: 3, requests, shape: "usual", seed };
/** The scenarios of the goals. */
const underGoals: readonly Scenario[] = [
  { ...usual, name: "20 instances", instances: 20 },
  { ...usual, name: "1 instance", instances: 1 },
  { ...usual, name: "3 instances" },
  { ...usual, name: "3 instances, traffic x3 from 11 to 12", shock: { hour: 11, times: 3 } },
  { ...usual, name: "3 instances, no traffic from 11 to 12", shock: { hour: 11, times: 0 } },
  { ...usual, name: "3 instances, one dies at 13:00", deathAt: 13 },
];
/** Other chance, other traffic, other campaigns. */
const again = underGoals.map((one) => ({ ...one, name: `${one.name}, again`, seed: anotherSeed }));
const office: Omit<Scenario, "name"> = { ...usual, shape: "office" };
const weekBeforeMonday: readonly Shape[] = [
  "day off",
  "day off",
  "office",
  "office",
  "office",
  "office",
  "office",
];
const scenarios: readonly Scenario[] = [
  ...underGoals,
  ...again,
  { ...usual, name: "no traffic from 19 to 20", shock: { hour: 19, times: 0 } },
  { ...office, name: "office hours" },
  { ...office, name: "an office's Monday, counts of a week", before: weekBeforeMonday },
  { ...usual, name: "evenings", shape: "evening" },
  { ...usual, name: "the same all day", shape: "flat" },
  { ...usual, name: "two peaks", shape: "two peaks" },
  { ...usual, name: "no counts", before: [] },
  { ...usual, name: "no counts, evenings", shape: "evening", before: [] },
  { ...usual, name: "no counts, the same all day", shape: "flat", before: [] },
];

const results = await measureAll();
process.stdout.write(
  `${requests} ad requests in a day, 60 campaigns, view rates 5 to 70 %, seed ${seed}; again: seed ${anotherSeed}\n\n`,
);
process.stdout.write(
  `${table([moneyHead, ...scenarios.map(({ name }) => moneyRow(name, resultOf(name)))])}\n`,
);
for (const [title, of] of [
  ["view rates from 30 %", ({ high }: Measured) => high],
  ["view rates below 30 %", ({ low }: Measured) => low],
] as const) {
  process.stdout.write(
    `${table([groupHead(title), ...scenarios.map(({ name }) => groupRow(name, of(resultOf(name))))])}\n`,
  );
}
process.stdout.write(`${goals([...underGoals, ...again].map(({ name }) => resultOf(name)))}\n${legend}`);
if (scenarios.some(({ name }) => !isExact(resultOf(name)))) process.exitCode = 1;

/** The scenarios in their order, on as many threads as there are cores to spare. */
async function measureAll(): Promise<ReadonlyMap<string, Measured>> {
  const waiting = [...scenarios];
  const measured = new Map<string, Measured>();
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL("./pacing/worker.ts", import.meta.url));
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      process.stderr.write(`${next.name}\n`);
      worker.postMessage(next);
      const [answer]: Measured[] = await once(worker, "message");
      if (answer !== undefined) measured.set(next.name, answer);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: threads }, work));
  return measured;
}

function resultOf(name: string): Measured {
  const result = results.get(name);
  if (result === undefined) throw new Error(`${name} was not simulated.`);
  return result;
}

/** Rules that hold with any seed. */
function isExact({ overspentMicros, unpaidViews, lostViews }: Measured): boolean {
  return overspentMicros === 0 && unpaidViews === 0 && lostViews === 0;
}
