/** Each fault is planted in a copy of the source of `core/billing`, and a named case of the rule must refuse it. */
import { describe, expect, it } from "vitest";
import { ruleCases } from "./rule/cases.ts";
import { eventFaults } from "./rule/event-faults.ts";
import { faultyRule } from "./rule/faulty-rule.ts";
import { limitFaults } from "./rule/limit-faults.ts";
import { unprovenFaults } from "./rule/unproven-faults.ts";

describe("planted fault", () => {
  it.each([...limitFaults, ...eventFaults, ...unprovenFaults])(
    "$fault",
    async ({ refusedBy, ...replacement }) => {
      const rule = await faultyRule(replacement);
      const guard = ruleCases.find(({ name }) => name === refusedBy) ?? expect.fail(`no case ${refusedBy}`);
      expect(() => guard.run(rule)).toThrow(expect.objectContaining({ name: "AssertionError" }));
    },
  );

  it("nothing: a copy without a fault passes every case", async () => {
    const rule = await faultyRule({ file: "release.ts", from: "const maxRounds", to: "const maxRounds" });
    for (const { run } of ruleCases) run(rule);
  });
});
