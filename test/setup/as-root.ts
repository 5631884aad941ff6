import process from "node:process";
import { type ProgramOptions, runProgram } from "../deploy/program.ts";

/** The prefix of a command that only root may run: none, or a sudo without a password. */
export const asRoot: readonly string[] = process.getuid?.() === 0 ? [] : ["sudo", "-n"];

/** Runs a command as root to its end and returns its output; rejects with its error output when it fails. */
export function runAsRoot(
  command: readonly string[],
  options: ProgramOptions = { cwd: "/", env: {} },
): Promise<string> {
  const [file = "", ...args] = [...asRoot, ...command];
  return runProgram(file, args, options);
}
