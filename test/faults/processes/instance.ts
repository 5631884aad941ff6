import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A running instance of the server, in a process of its own. */
export interface Instance {
  readonly url: string;
  readonly kill9: () => Promise<void>;
  /** SIGTERM, and the exit code. */
  readonly stop: () => Promise<number | null>;
}

export const baseUrl = "https://ads.example";

export async function startInstance(databaseUrl: string): Promise<Instance> {
  const entry = fileURLToPath(new URL("serve-postgres.ts", import.meta.url));
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      HANDBILL_BASE_URL: baseUrl,
      HANDBILL_SECRET: "a secret for the tests of faults and nothing else",
      HANDBILL_LIMIT_ADS_PER_KEY: "false",
      HANDBILL_LIMIT_REQUESTS_PER_NETWORK: "false",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      url: line,
      kill9: () => end(child, "SIGKILL"),
      stop: () => end(child, "SIGTERM").then(() => child.exitCode),
    };
  }
  throw new Error("The instance ended before it listened.");
}

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
