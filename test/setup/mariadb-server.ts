import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** A real MariaDB server, which listens on a socket only. The system syncs its files: tests kill the server, never the machine. */
export interface MariadbServer {
  readonly socketPath: string;
  readonly user: string;
  /** SIGKILL, as the kernel's OOM killer would do. The data stay. */
  kill9(): Promise<void>;
  /** Starts the server again on the same data. */
  restart(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

const missing = "MariaDB is missing. Run: sudo apt-get install -y --no-install-recommends mariadb-server";

export async function startMariadbServer(): Promise<MariadbServer> {
  if (spawnSync("mariadbd", ["--version"]).status !== 0) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), "handbill-mariadb-"));
  const data = `--datadir=${join(folder, "data")}`;
  const socketPath = join(folder, "socket");
  // A server that starts deletes the temporary tables of every other one in the same folder.
  const env = { ...process.env, TMPDIR: folder };
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const root = process.getuid?.() === 0 ? ["--user=root"] : [];
    const flags = ["--no-defaults", data, ...root];
    const made = spawnSync(
      "mariadb-install-db",
      [...flags, "--auth-root-authentication-method=normal", "--skip-test-db"],
      { encoding: "utf8", env },
    );
    if (made.status !== 0) throw new Error(`mariadb-install-db failed:\n${made.stdout}${made.stderr}`);
    const start = (): Promise<ChildProcess> =>
      startServer(env, [
        ...flags,
        `--socket=${socketPath}`,
        "--skip-networking",
        "--max-connections=200",
        "--innodb-flush-method=nosync",
      ]);
    let running = await start();
    return {
      socketPath,
      user: "root",
      kill9: () => end(running, "SIGKILL"),
      restart: async () => {
        running = await start();
      },
      stop: async () => {
        await end(running, "SIGTERM");
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

async function startServer(env: NodeJS.ProcessEnv, flags: readonly string[]): Promise<ChildProcess> {
  const child = spawn("mariadbd", flags, { env, stdio: ["ignore", "ignore", "pipe"] });
  const killWithUs = (): void => void child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  let log = "";
  const isReady = await new Promise<boolean>((resolve) => {
    child.once("close", () => resolve(false));
    child.stderr?.on("data", (chunk) => {
      log = (log + String(chunk)).slice(-20_000);
      if (log.includes("ready for connections")) resolve(true);
    });
  });
  if (!isReady) throw new Error(`MariaDB did not start:\n${log}`);
  return child;
}

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await closed;
}
