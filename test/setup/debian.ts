import { spawnSync } from "node:child_process";
import process from "node:process";

/**
 * Makes sure that Debian packages are installed: as root, or with a sudo that asks for no password, it installs what is
 * missing; otherwise it throws with the one line to run.
 */
export function ensureDebianPackages(names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const line = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const may = prefix.length === 0 || spawnSync("sudo", ["-n", "true"]).status === 0;
  if (!may || !(install(prefix, missing) || (run(prefix, ["update"]) && install(prefix, missing)))) {
    throw new Error(`Debian packages are missing. Run: sudo ${line}`);
  }
}

function isInstalled(name: string): boolean {
  const { status, stdout } = spawnSync("dpkg-query", ["--status", name], { encoding: "utf8" });
  return status === 0 && stdout.includes("Status: install ok installed");
}

function install(prefix: readonly string[], names: readonly string[]): boolean {
  return run(prefix, ["install", "-y", "--no-install-recommends", ...names]);
}

function run(prefix: readonly string[], args: readonly string[]): boolean {
  const [command = "", ...rest] = [...prefix, "apt-get", ...args];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, rest, { env, stdio: "ignore" }).status === 0;
}
