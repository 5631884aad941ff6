import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { serverUser } from "./postgres-binaries.ts";
import { freePort } from "./postgres-server.ts";

export interface Pooler {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const binary = "/usr/sbin/pgbouncer";

export type PoolMode = "transaction" | "session";

/**
 * Debian's PgBouncer in front of a server. In transaction mode it has three connections for all, given out by transaction; in
 * session mode each client keeps its connection.
 */
export async function startPooler(serverUrl: string, mode: PoolMode = "transaction"): Promise<Pooler> {
  const { hostname, port: serverPort, username, pathname } = new URL(serverUrl);
  const scratch = mkdtempSync(join(tmpdir(), "handbill-pooler-"));
  chmodSync(scratch, 0o755);
  const port = await freePort();
  const file = join(scratch, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === "session" ? 50 : 3}
max_client_conn = 400
`,
  );
  const child = spawn(binary, [file], { ...serverUser(), cwd: scratch });
  let log = "";
  const listening = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", () => resolve(false));
    child.stderr.on("data", (chunk) => {
      log += String(chunk);
      if (log.includes("process up")) resolve(true);
    });
  });
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  const stop = async (): Promise<void> => {
    process.off("exit", killWithUs);
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    }
    rmSync(scratch, { recursive: true, force: true });
  };
  if (!(await listening)) {
    await stop();
    throw new Error(`PgBouncer did not start. Run: sudo apt-get install -y pgbouncer\n${log}`);
  }
  return { url: `postgres://${username}@127.0.0.1:${port}${pathname}`, stop };
}
