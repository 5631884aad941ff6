import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { newDefaultNotice } from "../../core/management/currency.ts";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { freePort, removeTemporaryDirectories, runCli, startCli, temporaryDirectory } from "./run-cli.ts";

const slow = 120_000;
const file = "amounts.db";
const store = `sqlite:${file}`;
const refusal =
  "HANDBILL_CURRENCY (option currency) is USD, but all stored amounts are in EUR: set it to EUR, or use an empty database.\n";

afterAll(removeTemporaryDirectories);

async function storedIn(directory: string): Promise<string | undefined> {
  const opened = openSqlite({ file: join(directory, file) });
  const stored = await opened.firstValue("currency");
  await opened.close();
  return stored;
}

test("apply stores a configured currency, shows amounts in it, and refuses another one as start does", {
  timeout: slow,
}, async () => {
  const directory = await temporaryDirectory();
  const run = (currency: string, ...args: string[]) =>
    runCli([...args, "--store", store], {
      directory,
      env: currency === "" ? {} : { HANDBILL_CURRENCY: currency },
    });
  const document = smallCatalog();
  await writeFile(join(directory, "catalog.json"), JSON.stringify(document));
  expect((await run("EUR", "migrate")).code).toBe(0);
  expect((await run("EUR", "apply", "catalog.json", "--plan")).code).toBe(0);
  expect(await storedIn(directory), "after a plan").toBeUndefined();
  expect((await run("EUR", "apply", "catalog.json")).code).toBe(0);
  expect(await storedIn(directory)).toBe("EUR");
  expect((await run("USD", "apply", "catalog.json")).stderr, "without a change").toBe(refusal);

  Object.assign(document.campaigns[0] ?? {}, { priceMicros: 3_000 });
  await writeFile(join(directory, "catalog.json"), JSON.stringify(document));
  const applied = await run("EUR", "apply", "catalog.json", "--verbose");
  expect(applied.stdout).toContain("= EUR 2.00 CPM (EUR 0.002 per view) -> 3000 = EUR 3.00 CPM");
  expect(await storedIn(directory)).toBe("EUR");

  Object.assign(document.campaigns[0] ?? {}, { priceMicros: 4_000 });
  await writeFile(join(directory, "catalog.json"), JSON.stringify(document));
  const port = String(await freePort());
  for (const args of [
    ["apply", "catalog.json", "--plan"],
    ["apply", "catalog.json"],
    ["start", "--port", port],
    ["adjust", "--from", "2026-01-01T00:00:00Z", "--reason", "Views of a bot"],
    ["statements", "close", "2026-01"],
  ]) {
    const stderr = args[0] === "start" ? expect.stringContaining(refusal.trimEnd()) : refusal;
    expect(await run("USD", ...args), args.join(" ")).toEqual({ code: 2, stdout: "", stderr });
  }
  expect((await run("", "apply", "catalog.json", "--verbose")).stdout).toContain("EUR 4.00 CPM");
  const wrong = await run("eur", "start", "--port", port);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("such as EUR")]);
});

test("apply stores the default with the first price, and says so", { timeout: slow }, async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, "catalog.json"), JSON.stringify(smallCatalog()));
  const applied = await runCli(["apply", "catalog.json", "--store", store], { directory });
  expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining(newDefaultNotice)]);
  expect(await storedIn(directory)).toBe("USD");
});

test("commands that change nothing leave the currency to the first start or price", {
  timeout: slow,
}, async () => {
  const directory = await temporaryDirectory();
  await writeFile(
    join(directory, "catalog.json"),
    JSON.stringify({ publishers: [{ id: "acme", name: "Acme" }] }),
  );
  expect((await runCli(["apply", "catalog.json", "--store", store], { directory })).code).toBe(0);
  const from = ["--from", "2026-01-01T00:00:00Z"];
  for (const [code, ...args] of [
    [0, "adjust", ...from, "--plan"],
    [0, "adjust", ...from, "--reason", "Views of a bot"],
    [2, "adjust", "--from", "2999-01-01T00:00:00Z", "--plan"],
    [1, "statements", "close", "2999-01"],
    [1, "statements", "close", "2999-01", "--account", "publisher:acme"],
    [0, "statements", "close", "2026-01"],
  ] as const) {
    const done = await runCli([...args, "--store", store], { directory });
    expect(done, args.join(" ")).toMatchObject({
      code,
      stderr: expect.not.stringContaining(newDefaultNotice),
    });
    expect(await storedIn(directory), args.join(" ")).toBeUndefined();
  }
  const env = { HANDBILL_CURRENCY: "EUR" };
  const plan = await runCli(["adjust", ...from, "--plan", "--store", store], { directory, env });
  expect(plan.stdout).toContain("AMOUNT (EUR)");
  const account = ["--account", "publisher:acme", "--json"];
  const closed = await runCli(["statements", "close", "2026-01", ...account, "--store", store], {
    directory,
    env,
  });
  expect(JSON.parse(closed.stdout)).toMatchObject({ outcome: "closed", statement: { currency: "EUR" } });
  expect(await storedIn(directory)).toBe("EUR");
});

test("the first start without a currency stores US dollars and says so, and later starts do not", {
  timeout: slow,
}, async () => {
  const directory = await temporaryDirectory();
  for (const isFirst of [true, false]) {
    const server = await startCli(await freePort(), { directory });
    expect(server.facts).toMatchObject({ currency: "USD" });
    const { code, stderr } = await server.stop();
    expect([code, stderr.includes(newDefaultNotice)]).toEqual([0, isFirst]);
  }
});
