/**
 * A Linux machine to install on: systemd as its first process, over a copy-on-write view of this machine's files, which go when
 * it stops. It shares this machine's network. Needs root, or a sudo that asks for no password.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { asRoot, runAsRoot } from "./as-root.ts";

export interface Machine {
  /** Runs a shell script as its root. What it printed; rejects with what it said when a command of it fails. */
  readonly run: (script: string) => Promise<string>;
  /** Shuts it down as `poweroff` would. */
  readonly stop: () => Promise<void>;
}

/** A file or folder of this machine, and where the other one has it, to read. */
export type Mounted = readonly [here: string, there: string];

const boot = `
set -e
mount -t tmpfs tmpfs "$0"
mkdir "$0/changes" "$0/work" "$0/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$0/changes,workdir=$0/work" "$0/root"
mkdir -p /run/systemd/nspawn
mount -t tmpfs tmpfs /run/systemd/nspawn
exec systemd-nspawn --quiet --directory="$0/root" --boot --register=no --keep-unit --machine=handbill-test \\
  --link-journal=no --console=pipe "$@" systemd.unit=basic.target
`;

/** Boots until systemd says that it runs. */
export async function bootMachine(mounted: readonly Mounted[]): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), "handbill-machine-"));
  const binds = mounted.map(([here, there]) => `--bind-ro=${here}:${there}`);
  const command = [
    ...asRoot,
    "unshare",
    "--mount",
    "--propagation=private",
    "sh",
    "-c",
    boot,
    folder,
    ...binds,
  ];
  const [file = "", ...args] = command;
  const machine = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
  let talk = "";
  for (const stream of [machine.stdout, machine.stderr]) {
    stream.on("data", (chunk) => {
      talk = (talk + String(chunk)).slice(-20_000);
    });
  }
  const ended = once(machine, "exit");
  const stop = async (): Promise<void> => {
    if (machine.exitCode === null) machine.kill("SIGTERM");
    await ended;
    rmdirSync(folder);
  };
  for (;;) {
    if (machine.exitCode !== null) {
      rmdirSync(folder);
      throw new Error(`No machine could be booted. It needs root and overlayfs; it said:\n${talk}`);
    }
    const init = firstProcess(machine.pid ?? 0);
    const run = (script: string): Promise<string> => enter(init ?? 0, script);
    if (init !== undefined && (await run("systemctl is-system-running").catch(() => "")) !== "") {
      return { run, stop };
    }
    await wait(50);
  }
}

/** The systemd below a process that we started. */
function firstProcess(pid: number): number | undefined {
  if (readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "systemd") return pid;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean);
    for (const child of children) {
      const found = firstProcess(Number(child));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function enter(init: number, script: string): Promise<string> {
  const spaces = ["--mount", "--pid", "--ipc", "--uts"];
  return runAsRoot(["nsenter", `--target=${init}`, ...spaces, "sh", "-euc", script]);
}
