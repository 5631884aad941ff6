import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { campaign } from "../../conformance/fixtures.ts";
import { openSqliteStore, type SqliteStore } from "./store.ts";

const child = fileURLToPath(new URL("one-of-many.ts", import.meta.url));
const bin = fileURLToPath(new URL("../../../node_modules/.bin/", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "handbill-sqlite-"));
const path = join(directory, "handbill.db");
let store: SqliteStore;

beforeAll(() => {
  store = openSqliteStore(path);
});

afterAll(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

it("several processes, on three runtimes, spend two budgets to the last unit and no further", async () => {
  const { version } = await store.readCatalog();
  const campaigns = [
    campaign("a", { totalBudgetMicros: 15_000 }),
    campaign("b", { dailyBudgetMicros: 10_000, totalBudgetMicros: 10_000 }),
  ];
  const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
  await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
  const runtimes = [["node"], ["node"], ["bun"], ["deno", "run", "--no-lock", "--no-check", "-A"]];
  const said = await Promise.all(
    runtimes.map(async ([program = "", ...args]) => {
      const { stdout } = await promisify(execFile)(join(bin, program), [...args, child, path, "150"]);
      const answer: unknown = JSON.parse(stdout);
      return answer;
    }),
  );
  let [issued, charged] = [0, 0];
  for (const answer of said) {
    expect(answer).toEqual({ issued: expect.any(Number), charged: expect.any(Number) });
    ({ issued, charged } = sum(answer, { issued, charged }));
  }
  expect({ issued, charged }).toEqual({ issued: 250, charged: 250 });
  const audit = await store.auditLedger();
  expect(audit.advertiserMicros).toBe(25_000);
  for (const line of audit.campaigns) {
    expect(line).toMatchObject({
      spentMicros: line.chargedMicros,
      heldMicros: 0,
      openMicros: 0,
      daysOutOfBalance: [],
    });
  }
});

interface Tally {
  readonly issued: number;
  readonly charged: number;
}

function sum(answer: unknown, so: Tally): Tally {
  if (typeof answer !== "object" || answer === null || !("issued" in answer) || !("charged" in answer))
    return so;
  return { issued: so.issued + Number(answer.issued), charged: so.charged + Number(answer.charged) };
}
