import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { defaultBaseUrl } from "./app.ts";
import { type Child, startChild } from "./child.ts";
import { runtimePath } from "./probes.ts";
import { writeBuildOutput } from "./vercel/build-output.ts";

/** One way to run or mount a handbill. */
export interface TargetKind {
  readonly name: string;
  readonly runtime: "node" | "bun" | "deno";
  /** The prefix of the paths; empty at the root. */
  readonly path: string;
  /** Starts a process of its own. `env` is what {@link openApp} reads. */
  readonly open: (env?: Readonly<Record<string, string>>) => Promise<Target>;
}

export interface Target {
  readonly name: string;
  /** Where the paths of the contract begin, prefix included. */
  readonly url: string;
  /** As the process that answers says of itself. */
  readonly runtime: string;
  /** Ends the process. Its exit code or the signal that ended it. */
  readonly stop: () => Promise<number | string>;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const bin = (name: string): string => join(root, "node_modules", ".bin", name);
const inRepository = (path: string): string => join(root, path);
export const prefix = "/ads-service";

const denoFlags = ["--no-lock", "--allow-net=127.0.0.1", "--allow-env=HANDBILL_*"];

/** The four runtimes, through their own entries. */
export const runtimeTargets: readonly TargetKind[] = [
  kind("node", "node", "", (env) => start("node", ["test/runtimes/entries/node.ts"], env)),
  kind("bun", "bun", "", (env) => start("bun", ["test/runtimes/entries/bun.ts"], env)),
  kind("deno", "deno", "", (env) =>
    start("deno", ["run", ...denoFlags, "test/runtimes/entries/deno.ts"], env),
  ),
  kind("vercel", "node", "", startVercel),
];

/** The examples, each at the root and under a prefix. */
export const exampleTargets: readonly TargetKind[] = [
  ...example("hono", "node", "hono.ts"),
  ...example("express before its JSON parser", "node", "express-before-json.js"),
  ...example("express after its JSON parser", "node", "express-after-json.js"),
  ...example("fastify before its JSON parser", "node", "fastify-before-json.ts"),
  ...example("fastify after its JSON parser", "node", "fastify-after-json.ts"),
  ...example("elysia on node", "node", "elysia.ts"),
  ...example("elysia on bun", "bun", "elysia.ts"),
  kind("next route handlers at the root", "node", "", startNext),
  kind("next route handlers under a prefix", "node", prefix, startNext),
];

export const targets: readonly TargetKind[] = [...runtimeTargets, ...exampleTargets];

type Start = (env: Readonly<Record<string, string>>) => Promise<Child>;

function kind(name: string, runtime: TargetKind["runtime"], path: string, startProcess: Start): TargetKind {
  return {
    name,
    runtime,
    path,
    async open(env = {}) {
      // Some frameworks pass the prefix on: it is ours because the base URL has it.
      const child = await startProcess({ HANDBILL_BASE_URL: `${defaultBaseUrl}${path}`, ...env });
      const url = `${child.url}${path}`;
      try {
        return { name, url, runtime: await askRuntime(url), stop: child.stop };
      } catch (error) {
        await child.stop();
        throw error;
      }
    },
  };
}

function example(name: string, runtime: "node" | "bun", file: string): readonly TargetKind[] {
  const args = [`test/examples/${file}`];
  return [
    kind(`${name} at the root`, runtime, "", (env) => start(runtime, args, env)),
    kind(`${name} under a prefix`, runtime, prefix, (env) => start(runtime, args, { ...env, MOUNT: prefix })),
  ];
}

async function askRuntime(url: string): Promise<string> {
  const answer: unknown = await (await fetch(`${url}${runtimePath}`)).json();
  if (typeof answer === "object" && answer !== null && "runtime" in answer) return String(answer.runtime);
  throw new Error(`No runtime in the answer of ${url}${runtimePath}`);
}

function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Child> {
  return startChild(bin(program), args, { cwd: root, env });
}

async function startVercel(env: Readonly<Record<string, string>>): Promise<Child> {
  const project = await mkdtemp(join(tmpdir(), "handbill-vercel-"));
  const output = await writeBuildOutput(project);
  const child = await start("node", ["test/runtimes/vercel/invoker.ts", output], env);
  const stop = async (): Promise<number | string> => {
    const code = await child.stop();
    await rm(project, { recursive: true });
    return code;
  };
  return { url: child.url, stop };
}

let built: Promise<unknown> | undefined;

async function startNext(env: Readonly<Record<string, string>>): Promise<Child> {
  const next = [inRepository("node_modules/next/dist/bin/next")];
  // Next locks its output folder, and test files run side by side: each worker has its own.
  const quiet = {
    NEXT_TELEMETRY_DISABLED: "1",
    DIST: `.next/worker-${process.env["VITEST_POOL_ID"] ?? "0"}`,
  };
  built ??= promisify(execFile)(bin("node"), [...next, "build", "test/examples/next"], {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...quiet, NODE_ENV: "production" },
  });
  await built;
  const args = [...next, "start", "test/examples/next", "--port", "0", "--hostname", "127.0.0.1"];
  return start("node", args, { HANDBILL_TRUST_PROXY: "1", ...env, ...quiet });
}
