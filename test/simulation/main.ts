/**
 * `npm run simulate -- --histories 100000 --seed 1`: plays histories of several servers in virtual time. A history that breaks a promise
 * is reduced to a shortest one and printed. `--history SEED` plays one and prints what happens in it, `--plant NAME` plants a fault that
 * must be found, `--workers N` sets the number of threads. Ends with 1 when a promise is broken.
 */
import { availableParallelism } from "node:os";
import process from "node:process";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { historyOf, playMany } from "./many.ts";
import { plants } from "./plants.ts";
import { play } from "./play.ts";
import { reduce } from "./reduce.ts";
import { describeStep } from "./steps.ts";

/** Seeds that a worker plays between two reports. */
const perReport = 250;

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    history: { type: "string" },
    plant: { type: "string", default: "" },
    workers: { type: "string", default: String(availableParallelism()) },
  },
});
const plant = plants[values.plant];
const whole = (name: "histories" | "seed" | "workers"): number => {
  const n = Number(values[name]);
  if (!Number.isSafeInteger(n) || n < (name === "seed" ? 0 : 1))
    throw new RangeError(`--${name} must be a whole number.`);
  return n;
};
if (values.plant !== "" && plant === undefined)
  throw new RangeError(`--plant must be one of ${Object.keys(plants).join(", ")}.`);
const [histories, first, workers] = [whole("histories"), whole("seed"), whole("workers")];

if (!isMainThread) await work(Number(workerData));
else if (values.history !== undefined) await replay(Number(values.history));
else await simulate();

/** Plays every seed of its own in parts, and reports after each. */
async function work(index: number): Promise<void> {
  const seeds = Array.from({ length: histories }, (_, n) => first + n).filter(
    (_, n) => n % workers === index,
  );
  for (let from = 0; from < seeds.length; from += perReport) {
    const { broken, ...sums } = await playMany(seeds.slice(from, from + perReport), { plant });
    parentPort?.postMessage({ ...sums, brokenSeed: broken?.history.seed });
    if (broken !== undefined) return;
  }
}

interface Report {
  readonly histories: number;
  readonly steps: number;
  readonly answers: number;
  readonly brokenSeed: number | undefined;
}

async function simulate(): Promise<void> {
  const begunAt = performance.now();
  const sums = { histories: 0, steps: 0, answers: 0 };
  const brokenSeeds: number[] = [];
  const running = Array.from({ length: workers }, (_, index) => startWorker(index));
  await Promise.all(
    running.map(
      ({ worker, ended }) =>
        new Promise<void>((resolve, reject) => {
          worker.on("message", (report: Report) => {
            sums.histories += report.histories;
            sums.steps += report.steps;
            sums.answers += report.answers;
            if (report.brokenSeed !== undefined) {
              brokenSeeds.push(report.brokenSeed);
              for (const other of running) void other.worker.terminate();
            }
          });
          ended.then(resolve, reject);
        }),
    ),
  );
  const seconds = (performance.now() - begunAt) / 1_000;
  const { user, system } = process.cpuUsage();
  console.log(
    `${sums.histories} histories of ${sums.steps} steps, ${sums.answers} answers, in ${seconds.toFixed(1)} s with ${workers} workers ` +
      `(${((user + system) / 1_000 / sums.histories).toFixed(1)} ms of processor time each). Seeds from ${first}.`,
  );
  const [seed] = brokenSeeds.sort((a, b) => a - b);
  if (seed === undefined) return;
  await printReduced(seed);
  process.exitCode = 1;
}

function startWorker(index: number): { readonly worker: Worker; readonly ended: Promise<void> } {
  const worker = new Worker(new URL(import.meta.url), {
    argv: process.argv.slice(2),
    workerData: index,
    // Most of what a history makes is gone when it ends.
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once("exit", () => resolve());
    worker.once("error", reject);
  });
  return { worker, ended };
}

async function printReduced(seed: number): Promise<void> {
  const history = historyOf(seed);
  const { broken } = await play(history, { plant });
  if (broken === undefined) throw new Error(`History ${seed} breaks a promise only sometimes.`);
  const { history: shortest, ending, played } = await reduce(history, broken.promised, { plant });
  console.error(`\nHistory ${seed} on ${history.store} breaks a promise: ${broken.message}.`);
  console.error(
    `The shortest one, after ${played} tries, has ${shortest.steps.length} of its ${history.steps.length} steps:\n`,
  );
  for (const step of shortest.steps) console.error(`  ${describeStep(step)}`);
  console.error(`\n${ending.trace.join("\n")}\n\n${ending.broken?.message}.`);
  const again = `npm run simulate -- --history ${seed}${plant === undefined ? "" : ` --plant ${values.plant}`}`;
  console.error(`\nThe same history, whole: ${again}`);
}

async function replay(seed: number): Promise<void> {
  const history = historyOf(seed);
  for (const step of history.steps) console.log(`  ${describeStep(step)}`);
  const { trace, broken, hash } = await play(history, { plant, keepsTrace: true });
  console.log(`\n${trace.join("\n")}\n\nHash of the trace: ${hash.toString(16)}.`);
  console.log(broken === undefined ? "Every promise is kept." : `Broken: ${broken.message}.`);
  if (broken !== undefined) process.exitCode = 1;
}
