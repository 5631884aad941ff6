import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleTargets, runtimeTargets, type Target } from "./targets.ts";

const nested = "[".repeat(20_000) + "]".repeat(20_000);
const objects = `${'{"a":'.repeat(8_000)}1${"}".repeat(8_000)}`;
const head = `"platform_id":"pf_demo","visitor_id":"${"v".repeat(16)}"`;

const bodies: readonly (readonly [path: string, body: string])[] = [
  ...["ads", "seen", "interact"].flatMap((call) =>
    [nested, objects, `{"platform_id":${nested}}`].map((body) => [call, body] as const),
  ),
  ...["seen", "interact"].map(
    (call) => [call, `{${head},"delivery_id":${nested},"view":"x","action":"x"}`] as const,
  ),
  ["ads", `{${head},"context":${nested}}`],
  ["ads", `{${head},"context":${objects.replace('"a"', '"type"')}}`],
  ["ads", `{${head},"accept_formats":${nested}}`],
  ["ads", `{${head},"test":true,"test_format":${nested}}`],
];

/** A framework's parser reads the body before us, and writes what it has read again. */
const targets = [
  ...runtimeTargets,
  ...exampleTargets.filter(({ name }) => /after its JSON parser at the root$/.test(name)),
];

describe.each(targets)("on $name", ({ open }) => {
  let target: Target;
  beforeAll(async () => {
    target = await open();
  });
  afterAll(async () => {
    await target.stop();
  });

  it("JSON that is nested deeper than any stack is a bad request", async () => {
    for (const [call, body] of bodies) {
      const answer = await fetch(`${target.url}/api/v1/web/${call}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect([answer.status, body.slice(0, 80)]).toEqual([400, body.slice(0, 80)]);
      expect((await answer.text()).length).toBeLessThan(1_000);
    }
  });
});
