/**
 * A real PostgreSQL server for tests, with its durable default settings, listening on 127.0.0.1 only.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { filledOnce } from "./filled-once.ts";
import {
  type PostgresBinaries,
  type PostgresVersion,
  postgresBinaries,
  type ServerUser,
  serverUser,
} from "./postgres-binaries.ts";

export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  /** A folder that is deleted with the data. */
  readonly scratch: string;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
  /** SIGKILL to every process of the server, as the kernel's OOM killer would do. The data stay. */
  kill9(): Promise<void>;
  /** Stops the server if it runs, and starts it again on the same data and port, with these settings. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
}

/** SIGINT writes everything to the data files first, SIGQUIT leaves that to the next start. */
type Signal = "SIGINT" | "SIGQUIT" | "SIGKILL";

const role = "handbill";

/** Starts a server with a fresh cluster. `settings` are PostgreSQL's, e.g. `{ fsync: "off" }`. */
export async function startPostgresServer(
  settings: Readonly<Record<string, string>> = {},
  version: PostgresVersion = 18,
): Promise<PostgresServer> {
  const scratch = mkdtempSync(join(tmpdir(), "handbill-postgres-"));
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
  try {
    const user = serverUser();
    const data = dataFolder(scratch, user);
    const binaries = postgresBinaries(user, scratch, version);
    await filledOnce(data, `cluster-${version}`, () => initialise(binaries, user, data));
    const port = await freePort();
    return await serverOn(scratch, port, (next = settings) => start(binaries, user, data, port, next));
  } catch (error) {
    removeScratch();
    throw error;
  }
}

/** Starts a streaming standby of a server of version 15, which Debian's pg_basebackup copies. */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const scratch = mkdtempSync(join(tmpdir(), "handbill-standby-"));
  const user = serverUser();
  const data = dataFolder(scratch, user);
  const binaries = postgresBinaries(user, scratch, 15);
  const flags = [`--pgdata=${data}`, `--dbname=${primary.url}`, "--write-recovery-conf", "--checkpoint=fast"];
  const child = spawn(join(dirname(binaries.postgres), "pg_basebackup"), flags, { ...user, cwd: data });
  const log = collect(child);
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`pg_basebackup failed:\n${log.text}`);
  const port = await freePort();
  return serverOn(scratch, port, (next = {}) => start(binaries, user, data, port, next));
}

/** A server that `run` starts, with its first settings or with other ones. */
async function serverOn(
  scratch: string,
  port: number,
  run: (settings?: Readonly<Record<string, string>>) => Promise<ChildProcess>,
): Promise<PostgresServer> {
  let running = await run();
  const stop = async (signal: Signal) => {
    const children = signal === "SIGKILL" ? childrenOf(running) : [];
    await end(running, signal);
    for (const pid of children) killIfThere(pid);
  };
  return {
    url: `postgres://${role}@127.0.0.1:${port}/postgres`,
    port,
    scratch,
    async stop() {
      await stop("SIGQUIT");
      rmSync(scratch, { recursive: true, force: true });
    },
    kill9: () => stop("SIGKILL"),
    async restart(next = {}) {
      await stop("SIGINT");
      running = await run(next);
    },
  };
}

function dataFolder(scratch: string, user: ServerUser): string {
  const data = join(scratch, "data");
  mkdirSync(data, { mode: 0o700 });
  chmodSync(scratch, 0o755);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  return data;
}

async function initialise(binaries: PostgresBinaries, user: ServerUser, data: string): Promise<void> {
  const flags = [`--pgdata=${data}`, `--username=${role}`, "--auth=trust", "--encoding=UTF8", "--locale=C"];
  const child = spawn(binaries.initdb, [...flags, "--no-sync", "--no-instructions"], { ...user, cwd: data });
  const log = collect(child);
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`initdb failed:\n${log.text}`);
}

async function start(
  binaries: PostgresBinaries,
  user: ServerUser,
  data: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "100",
    logging_collector: "off",
    // Hundreds of schemas make thousands of files: a checkpoint of them takes seconds, and promises need none.
    checkpoint_timeout: "1h",
    max_wal_size: "4GB",
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // After a SIGKILL the kernel may still be clearing the old server's shared memory away; each try ends by
  // itself.
  for (let tries = 1; ; tries += 1) {
    const child = spawn(binaries.postgres, ["-D", data, "-p", String(port), ...flags], {
      ...user,
      cwd: data,
    });
    const log = collect(child);
    const killWithUs = () => child.kill("SIGKILL");
    process.once("exit", killWithUs);
    child.once("exit", () => process.off("exit", killWithUs));
    if (await ready(child)) return child;
    if (tries === 50 || !/lock file|shared memory|recovering/.test(log.text)) {
      throw new Error(`PostgreSQL did not start on port ${port}:\n${log.text}`);
    }
  }
}

function ready(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once("close", () => resolve(false));
    child.stderr?.on("data", (chunk) => {
      if (/ready to accept (read-only )?connections/.test(String(chunk))) resolve(true);
    });
  });
}

function collect(child: ChildProcess): { text: string } {
  const log = { text: "" };
  const keep = (chunk: unknown) => {
    log.text = (log.text + String(chunk)).slice(-20_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return log;
}

async function end(child: ChildProcess, signal: Signal): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await closed;
}

// Without this the backends would finish what they are doing before they notice that their parent is gone.
function childrenOf(child: ChildProcess): readonly number[] {
  const list = `/proc/${child.pid}/task/${child.pid}/children`;
  if (!existsSync(list)) return [];
  return readFileSync(list, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It was gone before us.
  }
}

/** A port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
