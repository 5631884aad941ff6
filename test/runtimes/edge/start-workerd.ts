import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { buildWorker } from "./build-worker.ts";

/** A running worker. */
export interface RunningWorker {
  readonly url: string;
  /** What the runtime and the worker wrote. */
  readonly output: () => string;
  readonly stop: () => Promise<number | string>;
  /** Sends SIGTERM and waits for nothing. */
  readonly terminate: () => void;
  /** Sends SIGKILL, and waits for the end of the process. */
  readonly kill9: () => Promise<void>;
}

/** A class of Durable Objects, and the name of its binding. */
export interface ObjectClass {
  readonly name: string;
  readonly binding: string;
}

/** The Durable Objects of a worker. */
export interface ObjectSettings {
  readonly classes: readonly ObjectClass[];
  /** The folder of their data, which outlives the worker. Default: one that ends with it. */
  readonly folder?: string | undefined;
}

/** The binary itself: `bin/workerd` may be a script that starts it. */
function binary(): string {
  const here = createRequire(createRequire(import.meta.url).resolve("workerd"));
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const machine = process.arch === "arm64" ? "arm64" : "64";
  return here.resolve(`@cloudflare/workerd-${platform}-${machine}/bin/workerd`);
}

/** Starts workerd on a free port with a module, relative to this folder, and its variables. */
export async function startWorkerd(
  entry: string,
  env: Readonly<Record<string, string>>,
  objects: ObjectSettings = { classes: [] },
): Promise<RunningWorker> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-workerd-"));
  await buildWorker(entry, join(folder, "worker.js"));
  writeFileSync(
    join(folder, "config.capnp"),
    configuration(Object.keys(env), { ...objects, folder: objects.folder ?? folder }),
  );
  const child = spawn(binary(), ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let output = "";
  const note = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on("data", note);
  child.stderr?.on("data", note);
  const ended = once(child, "exit");
  const port = await Promise.race([portFrom(child.stdio[3]), ended.then(() => undefined)]);
  if (port === undefined) throw new Error(`workerd ended before it listened:\n${output}`);
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    child.kill(signal);
    await ended;
    await rm(folder, { recursive: true });
  };
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    stop: async () => {
      await end("SIGTERM");
      return child.exitCode ?? child.signalCode ?? "unknown";
    },
    kill9: () => end("SIGKILL"),
    terminate: () => void child.kill("SIGTERM"),
  };
}

async function portFrom(control: Readable | unknown): Promise<number | undefined> {
  if (!isReadable(control)) throw new Error("workerd has no control channel.");
  for await (const line of createInterface({ input: control })) {
    const message: unknown = JSON.parse(line);
    if (typeof message === "object" && message !== null && "port" in message) return Number(message.port);
  }
  return undefined;
}

function isReadable(value: unknown): value is Readable {
  return typeof value === "object" && value !== null && "on" in value && "read" in value;
}

/** The worker reads its variables from the environment of the process. Objects in memory would have no SQLite. */
function configuration(names: readonly string[], { classes, folder }: Required<ObjectSettings>): string {
  const bindings = [
    ...names.map((name) => `(name = "${name}", fromEnvironment = "${name}")`),
    ...classes.map(({ name, binding }) => `(name = "${binding}", durableObjectNamespace = "${name}")`),
  ].join(", ");
  const namespaces = classes
    .map(({ name }) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`)
    .join(", ");
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["public", "private", "local"])),
    (name = "data", disk = (path = "${folder}", writable = true))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-07-01",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [${bindings}],
  durableObjectNamespaces = [${namespaces}],
  durableObjectStorage = (localDisk = "data")
);
`;
}
