import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const script = "test/core/topics/everywhere.ts";

/** Changes with the table, the trainer or the questions, and then on purpose. */
const expected = {
  folded: "b82e59c46e6bb082",
  models: "2deb110ac2f6cace",
  answers: "ee6bb63779bd5365",
};

it.each([
  ["node", [script]],
  ["bun", [script]],
  ["deno", ["run", "--no-lock", script]],
])("%s folds, learns and matches to the same bits as the others", async (runtime, args) => {
  const program = join(root, "node_modules", ".bin", runtime);
  const { stdout } = await promisify(execFile)(program, args, { cwd: root });
  expect(JSON.parse(stdout)).toEqual({ runtime, ...expected });
});
