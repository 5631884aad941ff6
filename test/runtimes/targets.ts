import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../setup/postgres-server.ts";
import { defaultBaseUrl } from "./app.ts";
import { type Child, startChild } from "./child.ts";
import { type ObjectSettings, startWorkerd } from "./edge/start-workerd.ts";
import { runtimePath } from "./probe-paths.ts";
import { writeBuildOutput } from "./vercel/build-output.ts";

/** One way to run or mount a handbill. */
export interface TargetKind {
  readonly name: string;
  readonly runtime: "node" | "bun" | "deno" | "workerd";
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
  /** Sends SIGTERM and waits for nothing. */
  readonly terminate: () => void;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const bin = (name: string): string => join(root, "node_modules", ".bin", name);
const inRepository = (path: string): string => join(root, path);
export const prefix = "/ads-service";
const vite = inRepository("node_modules/vite/bin/vite.js");

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
  kind("next route handlers at the root", "node", "", (env) => startNext("next", env)),
  kind("next route handlers under a prefix", "node", prefix, (env) => startNext("next", env)),
];

/**
 * Further frameworks, each at the root: their servers or web-standard requests are those of the examples above, so only the mount
 * itself is in question (`hosts.test.ts`).
 */
export const hostTargets: readonly TargetKind[] = [
  host("koa before its JSON parser", "koa-before-json.js"),
  host("koa after its JSON parser", "koa-after-json.js"),
  host("nest on express", "nest-express.js"),
  host("nest on express after its JSON parser", "nest-express-after-json.js"),
  host("nest on fastify", "nest-fastify.js"),
  host("h3", "h3.ts"),
  kind("sveltekit", "node", "", async (env) => {
    await buildOnce("sveltekit", vite, ["build"]);
    return start(
      "node",
      [vite, "preview", "--port", "0", "--host", "127.0.0.1"],
      env,
      inRepository("test/examples/sveltekit"),
    );
  }),
  kind("astro", "node", "", async (env) => {
    await buildOnce("astro", inRepository("node_modules/astro/bin/astro.mjs"), ["build"]);
    const address = { HOST: "127.0.0.1", PORT: "0" };
    return start("node", ["test/examples/astro/dist/server/entry.mjs"], { ...env, ...address });
  }),
  kind("nitro", "node", "", startNitro),
  kind("nitro after a body was read", "node", "", (env) => startNitro({ ...env, READ_BODIES: "on" })),
  kind("lambda", "node", "", (env) => start("node", ["test/runtimes/lambda-invoker.ts"], env)),
];

/** The classes of `test/cloudflare/worker.ts`. */
export const objectSettings: ObjectSettings = {
  classes: ["Place", "Ads", "Instance"].map((name) => ({ name, binding: name.toUpperCase() })),
};

/** One handbill for each request, as edge runtimes need it. */
export const edgeTargets: readonly TargetKind[] = [workerdTarget("workerd")];

/** A worker; `variables` choose its store. */
export function workerdTarget(name: string, variables: Readonly<Record<string, string>> = {}): TargetKind {
  return kind(name, "workerd", "", (env) => startWorkerd("worker.ts", { ...env, ...variables }));
}

/** A worker that serves from Durable Objects in memory. */
export function objectsTarget(name: string, form: "object" | "placed"): TargetKind {
  return kind(name, "workerd", "", (env) =>
    startWorkerd("../../cloudflare/worker.ts", { ...env, TEST_FORM: form }, objectSettings),
  );
}

export const targets: readonly TargetKind[] = [...runtimeTargets, ...exampleTargets, ...edgeTargets];

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
        return { name, url, runtime: await askRuntime(url), stop: child.stop, terminate: child.terminate };
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

function host(name: string, file: string): TargetKind {
  return kind(name, "node", "", (env) => start("node", [`test/examples/${file}`], env));
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
  cwd: string = root,
): Promise<Child> {
  return startChild(bin(program), args, { cwd, env });
}

const builds = new Map<string, Promise<unknown>>();

/** Builds an example in its folder, once in a process. */
async function buildOnce(example: string, tool: string, args: readonly string[]): Promise<void> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ASTRO_TELEMETRY_DISABLED: "1" };
  const cwd = inRepository(`test/examples/${example}`);
  const building = builds.get(example) ?? promisify(execFile)(bin("node"), [tool, ...args], { cwd, env });
  builds.set(example, building);
  await building;
}

async function startNitro(env: Readonly<Record<string, string>>): Promise<Child> {
  await buildOnce("nitro", inRepository("node_modules/nitropack/dist/cli/index.mjs"), ["build"]);
  // Nitro takes the port 0 for none.
  const address = { HOST: "127.0.0.1", PORT: String(await freePort()) };
  return start("node", ["test/examples/nitro/.output/server/index.mjs"], { ...env, ...address });
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
  return { ...child, stop };
}

/** The file of the store that a module of the Next example opens at its top. */
export const nextFile: string = join(
  tmpdir(),
  `handbill-next-${process.pid}-${process.env["VITEST_POOL_ID"] ?? "0"}.db`,
);

/** Builds an example of Next, once in a process, and starts it. */
export async function startNext(
  example: string,
  env: Readonly<Record<string, string>>,
  port = 0,
): Promise<Child> {
  const next = [inRepository("node_modules/next/dist/bin/next")];
  // Next locks its output folder, and test files run side by side: each worker has its own.
  const quiet = {
    NEXT_TELEMETRY_DISABLED: "1",
    DIST: `.next/worker-${process.env["VITEST_POOL_ID"] ?? "0"}`,
    HANDBILL_DATABASE: nextFile,
  };
  const folder = `test/examples/${example}`;
  const building =
    builds.get(example) ??
    promisify(execFile)(bin("node"), [...next, "build", folder], {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...quiet, NODE_ENV: "production" },
    });
  builds.set(example, building);
  await building;
  const args = [...next, "start", folder, "--port", String(port), "--hostname", "127.0.0.1"];
  return start("node", args, { HANDBILL_TRUST_PROXY: "1", ...env, ...quiet });
}
