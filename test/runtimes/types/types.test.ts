import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, expectTypeOf, it } from "vitest";
import type { NodeHandler } from "../../../runtimes/node/mod.ts";
import { bin, run } from "../../packaging/commands.ts";

const slow = { timeout: 60_000 };

it("the Bun entry declares nothing that bun-types contradicts", slow, async () => {
  expect(await run(bin("tsc"), ["-p", "test/runtimes/types/bun.tsconfig.json"])).toBe("");
});

it("the Deno entry declares nothing that Deno's own types contradict", slow, async () => {
  await run(bin("deno"), ["check", "--no-lock", "test/runtimes/types/deno.check.ts"]);
});

it("a Node handler is a listener of node:http", () => {
  expectTypeOf<NodeHandler>().toExtend<(request: IncomingMessage, response: ServerResponse) => void>();
});
