import { spawn } from "node:child_process";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { finished } from "../cli/run-cli.ts";
import { type TortureResult, torture } from "./campaign.ts";
import { plants } from "./plants.ts";

/** The overture alone: it holds each planted fault by construction, so that no chance and no time decides. */
function overture(storeName: string, plantName = ""): Promise<TortureResult> {
  return torture({ storeName, minutes: 0, seed: 1, plantName, note: () => {} });
}

const brokenBy: Readonly<Record<string, string>> = {
  "answer-before-commit": "every view, press and click that was answered is charged",
  "no-unique-key": "a delivery is charged once, at its price",
  "retried-as-new": "a delivery is charged once, at its price",
  "hold-not-released": "every hold comes back",
  "budget-before-lock": "spent and held never pass a budget",
  "charged-when-issued": "no delivery is charged without a view, press or click",
};

describe.concurrent("the torture of a store", () => {
  test.each(["sqlite", "postgres"])("finds nothing wrong with %s", async (storeName) => {
    const { verdict, ads } = await overture(storeName);
    expect(verdict.violations).toEqual([]);
    expect(ads).toBeGreaterThan(5);
  });

  test.each(Object.entries(plants))("finds the planted fault %s", async (plantName, { needsNetwork }) => {
    const { verdict } = await overture(needsNetwork ? "postgres" : "sqlite", plantName);
    expect(verdict.violations.map(({ promised }) => promised)).toContain(brokenBy[plantName]);
  });

  test.each([
    ["--plant", "nonsense", "--plant must be one of"],
    ["--plant", "toString", "--plant must be one of"],
    ["--minutes", "ten", "--minutes must be a number"],
    ["--seed", "1.5", "--seed must be an integer"],
  ])("refuses %s %s in one sentence, and ends with 2", async (option, value, advice) => {
    const { code, stderr } = await finished(spawn(process.execPath, ["test/torture/main.ts", option, value]));
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^${advice}[^\\n]*\\n$`))]);
  });

  test("says which stores there are for an unknown one", async () => {
    await expect(overture("./no-such-store.ts")).rejects.toThrow("Use --store postgres, sqlite, upstash");
  });
});
