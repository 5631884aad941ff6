import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { compileCache } from "../../setup/compile-cache.ts";

/** A running instance of the server, in a process of its own. */
export interface Instance {
  readonly url: string;
  readonly pid: number;
  readonly kill9: () => Promise<void>;
  /** SIGTERM, and the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Everything it said on stderr so far. */
  readonly talk: () => string;
}

export interface InstanceOptions {
  readonly runtime?: "node" | "bun" | "deno" | undefined;
  /** Default: the instance of serve-postgres.ts. */
  readonly entry?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export const baseUrl = "https://ads.example";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const denoFlags = ["run", "--no-lock", "-A"];

/** Waits for the line on stdout that has the instance's address in it. */
export async function startInstance(databaseUrl: string, options: InstanceOptions = {}): Promise<Instance> {
  const { runtime = "node", entry = "serve-postgres.ts", args = [], env = {} } = options;
  const program = runtime === "node" ? process.execPath : here(`../../../node_modules/.bin/${runtime}`);
  const flags = runtime === "deno" ? denoFlags : [];
  const child = spawn(program, [...flags, here(entry), ...args], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      ...compileCache,
      DATABASE_URL: databaseUrl,
      HANDBILL_BASE_URL: baseUrl,
      HANDBILL_SECRET: "a secret for the tests of faults and nothing else",
      HANDBILL_LIMIT_ADS_PER_KEY: "false",
      HANDBILL_LIMIT_REQUESTS_PER_NETWORK: "false",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A test that fails leaves no process behind.
  const killWithUs = (): void => void child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  let talk = "";
  child.stderr.on("data", (chunk: Buffer) => {
    talk = (talk + chunk.toString()).slice(-100_000);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(line)?.[0];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      pid: child.pid ?? 0,
      kill9: () => end(child, "SIGKILL"),
      stop: () => end(child, "SIGTERM").then(() => child.exitCode),
      talk: () => talk,
    };
  }
  throw new Error(`The instance ended before it listened:\n${talk}`);
}

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
