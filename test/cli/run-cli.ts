import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { compileCache } from "../setup/compile-cache.ts";

export const mainFile: string = fileURLToPath(new URL("../../runtimes/cli/main.ts", import.meta.url));
export const startFile: string = fileURLToPath(new URL("../../runtimes/cli/start.mjs", import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly directory: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

const directories: string[] = [];

/** A directory of its own for a test's data. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "handbill-cli-"));
  directories.push(directory);
  return directory;
}

/** For `afterAll`. */
export async function removeTemporaryDirectories(): Promise<void> {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true });
}

/** Runs a command line to its end in a directory, with an environment of its own. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<Finished> {
  const child = spawnCli(args, options);
  child.stdin.end(options.stdin ?? "");
  return finished(child);
}

/** The output of `start --json`, and its process. */
export interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  readonly facts: {
    readonly baseUrl: string;
    readonly platformId: string | null;
    readonly liveKey: string | null;
    readonly testKey: string | null;
    readonly allowedOrigins: readonly string[];
    readonly data: string;
    /** A link that opens the console once. */
    readonly console: string | null;
    readonly curl: string | null;
  };
  /** All of stderr so far. */
  readonly talk: () => string;
  /** Sends a signal and waits for the end. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Finished>;
}

export async function startCli(port: number, options: CliOptions): Promise<Started> {
  const child = spawnCli(["start", "--json", "--port", String(port)], options);
  const end = finished(child);
  let talk = "";
  child.stderr?.on("data", (chunk) => {
    talk += chunk;
  });
  const line = await Promise.race([firstLine(child), end]);
  if (typeof line !== "string")
    throw new Error(`start ended with ${line.code}: ${line.stdout}${line.stderr}`);
  return {
    child,
    port,
    facts: JSON.parse(line),
    talk: () => talk,
    stop: (signal = "SIGINT") => {
      child.kill(signal);
      return end;
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("a listening server has a port");
  return address.port;
}

/** With `flags` for Node.js the entry is the one of `npm start`. */
export function spawnCli(
  args: readonly string[],
  { directory, env = {} }: CliOptions,
  flags: readonly string[] = [],
): ChildProcessWithoutNullStreams {
  const file = flags.length > 0 ? startFile : mainFile;
  return spawn(process.execPath, [...flags, file, ...args], {
    cwd: directory,
    env: { PATH: process.env["PATH"] ?? "", HOME: directory, ...compileCache, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

export function finished(child: ChildProcess): Promise<Finished> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  return new Promise((resolve) => {
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
    });
  });
}
