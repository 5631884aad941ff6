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
  /** Runs a shell script as its root and returns its output; rejects with its error output when a command of it fails. */
  readonly run: (script: string) => Promise<string>;
  /** Restarts it, and resolves once it runs again. Its files stay. */
  readonly reboot: () => Promise<void>;
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
set +e
trap 'kill -TERM "$machine"; wait "$machine"; exit' TERM
while
  systemd-nspawn --quiet --directory="$0/root" --boot --register=no --keep-unit --machine=handbill-test \\
    --link-journal=no --console=pipe "$@" systemd.unit=basic.target &
  machine=$!
  wait "$machine"
  # systemd-nspawn(1): the status of --keep-unit when the machine wants to be started again.
  test $? -eq 133
do :; done
`;

/** A unit that has failed degrades it. */
const hasBooted = /^(?:running|degraded)$/m;

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
  let init = 0;
  const run = (script: string): Promise<string> => enter(init, script);
  /** Waits for a systemd other than the last one. */
  const booted = async (): Promise<void> => {
    const last = init;
    for (;;) {
      if (machine.exitCode !== null) {
        rmdirSync(folder);
        throw new Error(`No machine could be booted. It needs root and overlayfs; it said:\n${talk}`);
      }
      init = firstProcess(machine.pid ?? 0) ?? last;
      if (init !== last && hasBooted.test(await run("systemctl is-system-running || true").catch(() => "")))
        return;
      await wait(50);
    }
  };
  const reboot = async (): Promise<void> => {
    // The connection to systemd may end before its answer comes.
    await run("systemctl reboot").catch(() => "");
    await booted();
  };
  await booted();
  return { run, reboot, stop };
}

/** The systemd below a process that we started. */
function firstProcess(pid: number): number | undefined {
  if (read(`/proc/${pid}/comm`).trim() === "systemd") return pid;
  for (const thread of threadsOf(pid)) {
    const children = read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean);
    for (const child of children) {
      const found = firstProcess(Number(child));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Empty once the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function enter(init: number, script: string): Promise<string> {
  const spaces = ["--mount", "--pid", "--ipc", "--uts"];
  return runAsRoot(["nsenter", `--target=${init}`, ...spaces, "sh", "-euc", script]);
}
