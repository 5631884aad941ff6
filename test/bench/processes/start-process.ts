import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A process of the bench. Questions are answered in their order. */
export interface BenchProcess {
  readonly ask: (question: object) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

export type Runtime = "node" | "bun" | "deno";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const flags: Readonly<Record<Runtime, readonly string[]>> = {
  node: [],
  bun: [],
  deno: ["run", "--allow-all", "--no-lock"],
};

/** Starts a file of test/bench on a runtime and waits for its first line, which is returned beside it. */
export async function startProcess(
  runtime: Runtime,
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly child: BenchProcess; readonly greeting: unknown }> {
  const args = [...flags[runtime], ...profileFlags(runtime, file), `test/bench/${file}`];
  const child = spawn(`${root}node_modules/.bin/${runtime}`, args, {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "production", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting: { resolve: (answer: unknown) => void; reject: (error: Error) => void }[] = [];
  const next = (): Promise<unknown> => new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  const first = next();
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  const ended = once(child, "exit");
  child.once("exit", (code, signal) => {
    for (const { reject } of waiting)
      reject(new Error(`${file} on ${runtime} ended with ${code ?? signal}.`));
  });
  const greeting = await first;
  return {
    greeting,
    child: {
      ask: async (question) => {
        const answer = next();
        child.stdin.write(`${JSON.stringify(question)}\n`);
        return refuseError(await answer);
      },
      stop: async () => {
        child.stdin.end();
        const deadline = setTimeout(() => child.kill("SIGKILL"), 10_000);
        await ended;
        clearTimeout(deadline);
      },
    },
  };
}

/** `HANDBILL_BENCH_PROFILE=DIR` leaves a CPU profile of every Node server there. */
function profileFlags(runtime: Runtime, file: string): readonly string[] {
  const directory = process.env["HANDBILL_BENCH_PROFILE"];
  if (directory === undefined || runtime !== "node" || !file.startsWith("servers/")) return [];
  return ["--cpu-prof", `--cpu-prof-dir=${directory}`];
}

function refuseError(answer: unknown): unknown {
  if (typeof answer === "object" && answer !== null && "error" in answer)
    throw new Error(String(answer.error));
  return answer;
}
