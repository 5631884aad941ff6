import { expect, test } from "vitest";
import { brokenStores } from "../faults/broken-stores/mod.ts";
import { ConformanceFailure, runStoreCases, storeCases } from "./mod.ts";
import { promisesOf } from "./promises/store-promises.ts";
import { storeHarness } from "./runners/memory-harness.ts";

const caseName = "a forgotten user's deliveries are gone, however many, and no others";
const cases = storeCases.filter(({ name }) => name === caseName || name.startsWith("an open store is ready"));

test("a sound store passes, and the summary has the number of cases", async () => {
  const printed: string[] = [];
  expect(await runStoreCases(storeHarness, { cases, print: (line) => printed.push(line) })).toEqual([]);
  expect(printed).toEqual(["2 of 2 cases passed."]);
});

test("a failure names the case, the value that came and the promises of the ports", async () => {
  const broken = brokenStores.find(({ name }) => name.startsWith("counts one step of the deliveries"));
  const printed: string[] = [];
  const open = broken?.open ?? expect.fail("there is no such broken store");
  const failures = await runStoreCases({ open }, { cases, print: (line) => printed.push(line) });
  const message = "deliveries deleted: expected 600, got 512";
  const withPromises = [message, ...promisesOf(caseName)].join("\n");
  const promise = 'core/storage/installation-store.ts: "Deletes every delivery of one user …"';
  expect(failures).toEqual([
    { name: caseName, promises: promisesOf(caseName), error: new ConformanceFailure(withPromises) },
  ]);
  expect(printed.slice(0, 2)).toEqual([`FAILED ${caseName}`, `  ${message}`]);
  expect(printed).toContain(`  ${promise}`);
  expect(printed.at(-1)).toBe("1 of 2 cases passed.");
});

test("all cases are run, and an error of the store is a failure of its case", async () => {
  const away = new Error("no backend");
  const open = () => Promise.reject(away);
  const failures = await runStoreCases({ open }, { print: () => undefined });
  expect(failures.map(({ name }) => name)).toEqual(storeCases.map(({ name }) => name));
  expect(failures.every(({ error }) => error === away)).toBe(true);
});

test("every case names a promise", () => {
  expect(storeCases.filter(({ name }) => promisesOf(name).length === 0).map(({ name }) => name)).toEqual([]);
});
