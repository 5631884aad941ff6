/**
 * `npm run torture -- --store postgres --minutes 60`: several servers on one store under faults, then the books from first principles.
 * `--store` is `postgres`, `sqlite`, `upstash`, or the path of a module that exports a `TorturedStore` as `tortured`. `--seed` chooses
 * users and faults, `--plant NAME` plants a fault that must be found. Ends with 1 on a violation, and with 2
 * for an option that it cannot use.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { promises } from "./books.ts";
import { torture } from "./campaign.ts";
import { plants } from "./plants.ts";

const { values } = parseArgs({
  options: {
    store: { type: "string", default: "sqlite" },
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    plant: { type: "string", default: "" },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes >= 0)) refuse("--minutes must be a number of minutes, 0 for the overture only.");
if (!Number.isInteger(seed)) refuse("--seed must be an integer.");
if (values.plant !== "" && !Object.hasOwn(plants, values.plant))
  refuse(`--plant must be one of ${Object.keys(plants).join(", ")}.`);

const begunAt = Date.now();
const note = (line: string): void =>
  console.log(`${((Date.now() - begunAt) / 1_000).toFixed(1).padStart(8)} s  ${line}`);
const planted = plants[values.plant];
console.log(`Torture of ${values.store} for ${minutes} minutes, seed ${seed}.`);
if (planted !== undefined) console.log(`Planted: a store that ${planted.fault}.`);

const result = await torture({ storeName: values.store, minutes, seed, plantName: values.plant, note });
const { verdict, ads, statuses, faults } = result;
const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status || "none"}`);
console.log(`\n${ads} ads, ${faults} faults. Answers: ${answers.join(", ")}.\n`);
for (const promised of promises) {
  const isBroken = verdict.violations.some((violation) => violation.promised === promised);
  console.log(
    `${isBroken ? "BROKEN" : "kept  "}  ${String(verdict.checked(promised)).padStart(9)} ×  ${promised}`,
  );
}
for (const { promised, found } of verdict.violations) console.error(`\nBroken: ${promised}.\n  ${found}`);
if (verdict.violations.length > 0) {
  const again = `npm run torture -- --store ${values.store} --minutes ${minutes} --seed ${seed}`;
  console.error(`\nThe same users and faults again: ${again}${planted ? ` --plant ${values.plant}` : ""}`);
  process.exitCode = 1;
}

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
