import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../../", import.meta.url));

/** A program that the development dependencies bring. */
export function bin(name: string): string {
  return join(root, "node_modules", ".bin", name);
}

const downloadSettings = [
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
  // The settings that npm passes to its scripts. The global file cannot be found again: Node.js from node_modules looks
  // for one beside itself.
  ...["userconfig", "globalconfig", "cache", "registry", "cafile", "ca", "strict_ssl"].map(npmSetting),
  ...["proxy", "https_proxy", "noproxy"].map(npmSetting),
];

function npmSetting(name: string): string {
  return `npm_config_${name}`;
}

/** Of the environment what a download needs on this machine: its certificates, its proxy, npm's settings. */
export function downloadEnvironment(): Readonly<Record<string, string>> {
  const set = downloadSettings.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/** Runs a program to its end. Its stdout; what it said when it failed is in the error. */
export function run(program: string, args: readonly string[], cwd: string = root): Promise<string> {
  const path = `${join(root, "node_modules", ".bin")}:${process.env["PATH"]}`;
  const env = { ...downloadEnvironment(), PATH: path, HOME: process.env["HOME"], NO_COLOR: "1" };
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { cwd, env, maxBuffer: 32 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program} ${args.join(" ")} failed:\n${stdout}\n${stderr}`));
    });
  });
}
