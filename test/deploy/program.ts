import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

export interface Program {
  /** Its first line of output. */
  readonly line: string;
  readonly talk: () => string;
  /** SIGTERM, and how it ended. */
  readonly stop: () => Promise<number | string>;
}

export interface ProgramOptions {
  readonly cwd: string;
  /** All of its environment but PATH. */
  readonly env: Readonly<Record<string, string>>;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
}

/** Starts a program and waits for its first line on stdout. Rejects with what it said when it ends before. */
export async function startProgram(
  file: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<Program> {
  const child = spawnProgram(file, args, options);
  let [stdout, talk] = ["", ""];
  child.stderr?.on("data", (chunk) => {
    talk = (talk + String(chunk)).slice(-20_000);
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`${file} ended with ${code}:\n${stdout}\n${talk}`)));
    child.stdout?.on("data", (chunk) => {
      stdout = (stdout + String(chunk)).slice(-20_000);
      if (stdout.includes("\n")) resolve(stdout.slice(0, stdout.indexOf("\n")));
    });
  });
  return {
    line,
    talk: () => talk,
    stop: async () => {
      if (child.exitCode !== null) throw new Error(`${file} has ended with ${child.exitCode}:\n${talk}`);
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return child.exitCode ?? child.signalCode ?? "";
    },
  };
}

/** Runs a program to its end and returns its output; rejects with its error output when it fails. */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: ProgramOptions,
  stdin = "",
): Promise<string> {
  const child = spawnProgram(file, args, options);
  let [stdout, talk] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on("data", (chunk) => {
    talk += String(chunk);
  });
  child.stdin?.on("error", () => {});
  child.stdin?.end(stdin);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}:\n${stdout}\n${talk}`);
  return stdout;
}

function spawnProgram(file: string, args: readonly string[], options: ProgramOptions): ChildProcess {
  const { cwd, env, uid, gid } = options;
  const user = uid === undefined || gid === undefined ? {} : { uid, gid };
  const child = spawn(file, [...args], { cwd, env: { PATH: process.env["PATH"], ...env }, ...user });
  const killWithUs = (): boolean => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  return child;
}
