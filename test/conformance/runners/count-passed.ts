import { execFile } from "node:child_process";
import { dirname } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export type Runner = "vitest" | "node:test" | "bun test" | "deno test";

interface Program {
  readonly command: readonly [program: string, ...args: string[]];
  /** How the runner says how many tests passed and that none failed. */
  readonly passed: RegExp;
}

function programOf(runner: Runner, file: string): Program {
  switch (runner) {
    case "vitest":
      // A test file by its place in its own folder; the project's settings do not reach it.
      return {
        command: ["vitest", "run", "--root", dirname(file), "--config", `${dirname(file)}/vitest.config.ts`],
        passed: /Tests +(\d+) passed \(\d+\)/,
      };
    case "node:test":
      return {
        command: ["node", "--test", "--test-reporter=tap", file],
        passed: /^# pass (\d+)\n# fail 0$/m,
      };
    case "bun test":
      return { command: ["bun", "test", file], passed: /^ *(\d+) pass\n *0 fail$/m };
    case "deno test":
      return {
        command: ["deno", "test", "--no-lock", "--allow-read", "--allow-write", "--allow-env", file],
        passed: /ok \| (\d+) passed \| 0 failed/,
      };
    default:
      return runner satisfies never;
  }
}

/** Runs a file of tests in a process of its own: how many passed. Rejects when any failed or none was found. */
export async function countPassed(runner: Runner, file: URL): Promise<number> {
  const {
    command: [program, ...args],
    passed,
  } = programOf(runner, fileURLToPath(file));
  // Variables of the outer runner, which would change the inner one.
  const { FORCE_COLOR: _, NODE_TEST_CONTEXT: __, VITEST: ___, ...env } = process.env;
  const path = `${root}node_modules/.bin:${process.env["PATH"]}`;
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd: root,
    env: { ...env, PATH: path, NO_COLOR: "1" },
    maxBuffer: 16 * 1024 * 1024,
  });
  const count = passed.exec(`${stdout}${stderr}`)?.[1];
  if (count === undefined)
    throw new Error(`${runner} did not say how many tests passed:\n${stdout}${stderr}`);
  return Number(count);
}
