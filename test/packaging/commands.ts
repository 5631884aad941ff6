import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../../", import.meta.url));

/** A program that the development dependencies bring. */
export function bin(name: string): string {
  return join(root, "node_modules", ".bin", name);
}

/** Runs a program to its end. Its stdout; what it said when it failed is in the error. */
export function run(program: string, args: readonly string[], cwd: string = root): Promise<string> {
  const path = `${join(root, "node_modules", ".bin")}:${process.env["PATH"]}`;
  const env = { PATH: path, HOME: process.env["HOME"], NO_COLOR: "1" };
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { cwd, env, maxBuffer: 32 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program} ${args.join(" ")} failed:\n${stdout}\n${stderr}`));
    });
  });
}
