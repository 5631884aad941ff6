import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { compileCache } from "../setup/compile-cache.ts";

export interface Child {
  readonly url: string;
  /** Asks the process to end and waits for it. The exit code, or the signal that ended it. */
  readonly stop: () => Promise<number | string>;
  /** Sends SIGTERM and waits for nothing. */
  readonly terminate: () => void;
}

const startMs = 60_000;
const stopMs = 15_000;

/** Starts a process and waits for the line on stdout in which it says where it listens. */
export async function startChild(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Child> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...compileCache, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let talk = "";
  child.stderr.on("data", (chunk: Buffer) => {
    talk += chunk.toString();
  });
  const deadline = setTimeout(() => child.kill("SIGKILL"), startMs);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = urlOf(line);
      if (url === undefined) continue;
      child.stdout.resume();
      return { url, stop: () => stop(child, talk), terminate: () => void child.kill("SIGTERM") };
    }
  } finally {
    clearTimeout(deadline);
  }
  throw new Error(`${command} ${args.join(" ")} ended before it listened:\n${talk}`);
}

/** Our own entries print `{"url": …}`, other programs a sentence with the URL in it. */
function urlOf(line: string): string | undefined {
  return /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
}

async function stop(child: ChildProcess, talk: string): Promise<number | string> {
  if (child.exitCode !== null) throw new Error(`The process ended by itself (${child.exitCode}):\n${talk}`);
  const deadline = setTimeout(() => child.kill("SIGKILL"), stopMs);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  clearTimeout(deadline);
  return child.exitCode ?? child.signalCode ?? "unknown";
}
