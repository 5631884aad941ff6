/** Each fault is planted in a copy of the source of `core/traffic`, and a named case of the rule must refuse it. */
import { describe, expect, it } from "vitest";
import { ruleCases } from "./rule/cases.ts";
import { faults } from "./rule/faults.ts";
import { faultyRule } from "./rule/faulty-rule.ts";

describe("planted fault", () => {
  it.each(faults)("$fault", async ({ refusedBy, ...replacement }) => {
    const rule = await faultyRule(replacement);
    const guard = ruleCases.find(({ name }) => name === refusedBy) ?? expect.fail(`no case ${refusedBy}`);
    await expect(guard.run(rule)).rejects.toThrow(expect.objectContaining({ name: "AssertionError" }));
  });

  it("nothing: a copy without a fault passes every case", async () => {
    const rule = await faultyRule({ file: "judge.ts", from: "const maxAddresses", to: "const maxAddresses" });
    for (const { run } of ruleCases) await run(rule);
  });
});
