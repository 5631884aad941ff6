import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import { applyDocument } from "../../runtimes/cli/apply.ts";
import { documentOf } from "../../runtimes/cli/export.ts";
import { demoCatalog } from "../../runtimes/demo/catalog.ts";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { holdsLater } from "../core/property.ts";
import { removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

const slow = 60_000;
afterAll(removeTemporaryDirectories);

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  const directory = await temporaryDirectory();
  expect(await runCli(["--version"], { directory })).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("validate checks a document without a database, and names every mistake with its path", async () => {
  const directory = await temporaryDirectory();
  // Nothing may connect to it.
  const env = { DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/handbill" };
  const validate = (document: unknown, ...args: readonly string[]) =>
    runCli(["validate", "-", ...args], { directory, env, stdin: JSON.stringify(document) });
  const good = await validate(smallCatalog());
  expect([good.code, good.stdout]).toEqual([0, ""]);
  expect(good.stderr).toContain("The catalogue is valid: publishers 1, platforms 1, topics 1, campaigns 2");

  const document = smallCatalog();
  Object.assign(document.campaigns[0] ?? {}, { priceMicros: -1 });
  Object.assign(document.campaigns[1] ?? {}, { topics: ["nothing"] });
  Object.assign(document.platforms[0] ?? {}, { allowedOrigins: ["https://*.co.uk"], publisherId: "nobody" });
  const { code, stdout } = await validate(document, "--json");
  const report = JSON.parse(stdout);
  expect([code, report.outcome, report.omitted]).toEqual([1, "invalid", 0]);
  expect(report.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
    "campaigns[0].priceMicros",
    "campaigns[1].topics[0]",
    "platforms[0].allowedOrigins[0]",
    "platforms[0].publisherId",
  ]);
  const told = await validate(document);
  expect([told.code, told.stdout]).toEqual([1, ""]);
  expect(told.stderr).toMatch(/campaigns\[0\]\.priceMicros: .*4 mistakes in the catalogue\.\n$/s);
  expect((await runCli(["validate", "missing.json"], { directory })).code).toBe(2);
});

test("the demo is exported as a document that plans no change, here and for an empty store", {
  timeout: slow,
}, async () => {
  const [one, other] = [await temporaryDirectory(), await temporaryDirectory()];
  const env = { HANDBILL_LOCAL_URLS: "on" };
  const stdin = JSON.stringify(demoCatalog({ baseUrl: "http://localhost:8787" }));
  expect((await runCli(["apply", "-"], { directory: one, env, stdin })).code).toBe(0);
  const file = join(other, "demo.json");
  expect(await runCli(["export", "--out", file], { directory: one })).toMatchObject({ code: 0, stdout: "" });
  const text = await readFile(file, "utf8");
  expect(text).toBe((await runCli(["export"], { directory: one })).stdout);
  for (const directory of [one, other]) {
    expect((await runCli(["apply", file, "--prune"], { directory, env })).code).toBe(0);
    const again = await runCli(["apply", file, "--prune", "--json"], { directory, env });
    expect(JSON.parse(again.stdout)).toEqual({ outcome: "unchanged", changes: [] });
    expect((await runCli(["export"], { directory })).stdout).toBe(text);
  }
});

test("any catalogue is exported as a document that plans no change", async () => {
  const word = fc.string({ unit: fc.constantFrom("a", "é", "z", " ", "-"), minLength: 1, maxLength: 8 });
  const name = word.map((text) => `n${text}`.trim());
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const topic = fc.record(
    {
      name,
      phrases: fc.record({ en: fc.array(name, { minLength: 1, maxLength: 2 }) }),
      examples: fc.array(name, { maxLength: 2 }),
      outOfScopeExamples: fc.array(name, { maxLength: 2 }),
      falseMatches: fc.constantFrom(0.01, 0.2),
    },
    { requiredKeys: ["name"] },
  );
  const campaign = fc.record(
    {
      advertiser: name,
      name,
      priceMicros: fc.nat(9_999),
      totalBudgetMicros: fc.integer({ min: 10_000, max: 99_999 }),
      status: fc.constantFrom("active", "paused"),
      languages: fc.constantFrom(["en"], ["de", "en"]),
      topics: fc.constantFrom(["t0"], ["t1", "t0"]),
      pacing: fc.constantFrom("even", "asap"),
      startsAt: fc.constant("2030-01-01T00:00:00+02:00"),
    },
    { requiredKeys: ["advertiser", "name", "priceMicros"] },
  );
  const platform = fc.record({
    name,
    publisherId: fc.constant("p"),
    revenueShareBps: fc.nat(10_000),
    allowedOrigins: fc.constantFrom([], ["https://a.example"]),
    review: optional(fc.constantFrom({ status: "pending" }, { status: "refused", reason: "No." })),
  });
  const catalogs = fc.record({
    falseMatches: optional(fc.constant(0.05)),
    publishers: fc.constant([{ id: "p", name: "P" }]),
    topics: fc.tuple(topic, topic).map((all) => all.map((one, n) => ({ id: `t${n}`, ...one }))),
    campaigns: fc
      .array(campaign, { maxLength: 3 })
      .map((all) => all.map((one, n) => ({ id: `c${n}`, ...one }))),
    platforms: fc
      .array(platform, { maxLength: 2 })
      .map((all) => all.map((one, n) => ({ id: `pf_${n}`, ...one }))),
  });
  let stored = 0;
  await holdsLater(
    fc.asyncProperty(catalogs, async (generated) => {
      const document: unknown = JSON.parse(JSON.stringify(generated));
      if (!parseCatalog(document).ok) return;
      stored += 1;
      const store = createMemoryStore();
      const lines: string[] = [];
      const terminal = { data: (line: string) => void lines.push(line), talk: () => undefined };
      const options = { plan: false, prune: true, json: true, allowLocalUrls: false };
      expect(await applyDocument(store, terminal, document, options)).toBe(0);
      const exported: unknown = JSON.parse(JSON.stringify(documentOf((await store.readCatalog()).catalog)));
      expect(await applyDocument(store, terminal, exported, options)).toBe(0);
      expect(lines.at(-1)).toBe(JSON.stringify({ outcome: "unchanged", changes: [] }));
    }),
    20,
  );
  expect(stored).toBeGreaterThan(20);
});
