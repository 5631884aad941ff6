import process from "node:process";
import { type ProgramOptions, runProgram } from "../deploy/program.ts";

/** What stands before a command that only root may run: nothing, or a sudo that asks for no password. */
export const asRoot: readonly string[] = process.getuid?.() === 0 ? [] : ["sudo", "-n"];

/** Runs a command as root, to its end. What it printed; rejects with what it said when it fails. */
export function runAsRoot(
  command: readonly string[],
  options: ProgramOptions = { cwd: "/", env: {} },
): Promise<string> {
  const [file = "", ...args] = [...asRoot, ...command];
  return runProgram(file, args, options);
}
