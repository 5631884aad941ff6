/**
 * `npm run test:explore -- [COUNT] [FIRST] [FILE …]`: runs the random tests from COUNT seeds (50) that ordinary runs do not have.
 * They are drawn from FIRST, by default the time, which is printed: the same FIRST draws the same ones. FILE limits the run to
 * test files with this in their path.
 */
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { createPrng } from "../conformance/prng.ts";

/** One run of the test runner: a test with all of them has to end in its time. */
const seedsPerRun = 25;
const config = fileURLToPath(new URL("vitest.config.ts", import.meta.url));

const numbers = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));
const files = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
const count = Number(numbers[0] ?? 50);
const first = Number(numbers[1] ?? Date.now() % 2 ** 31);

const { below } = createPrng(first);
const seeds = Array.from({ length: count }, () => below(2 ** 31));
console.log(`Exploring ${count} seeds from ${first}.`);
for (let from = 0; from < count; from += seedsPerRun) {
  const some = seeds.slice(from, from + seedsPerRun).join();
  const { status } = spawnSync("npx", ["vitest", "run", "--config", config, ...files], {
    stdio: "inherit",
    env: { ...process.env, HANDBILL_TEST_SEEDS: some },
  });
  if (status !== 0) {
    console.error(`Failed. The same again: HANDBILL_TEST_SEEDS=${some} npx vitest run --config ${config}`);
    process.exit(1);
  }
}
console.log(`${count} seeds from ${first}: all passed.`);
