/** A real redis-server for tests, listening on 127.0.0.1 only, with its data in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { freePort } from "../setup/postgres-server.ts";

/** When Redis writes to disk what it answers: never, before, or about a second later. */
export type AppendOnly = "no" | "always" | "everysec";

export interface RedisServer {
  readonly port: number;
  /** Stops the server and deletes its data. */
  readonly stop: () => Promise<void>;
  /** SIGKILL, as the kernel's OOM killer would do. The data stay. */
  readonly kill9: () => Promise<void>;
  /** Starts it again on the same data and port. */
  readonly restart: () => Promise<void>;
}

export async function startRedis(appendOnly: AppendOnly = "no"): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "handbill-redis-"));
  const port = await freePort();
  let running = await start(folder, port, appendOnly);
  return {
    port,
    stop: async () => {
      await end(running, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
    kill9: () => end(running, "SIGKILL"),
    restart: async () => {
      running = await start(folder, port, appendOnly);
    },
  };
}

function start(folder: string, port: number, appendOnly: AppendOnly): Promise<ChildProcess> {
  const settings = {
    port: String(port),
    bind: "127.0.0.1",
    dir: folder,
    save: "",
    appendonly: appendOnly === "no" ? "no" : "yes",
    appendfsync: appendOnly === "no" ? "no" : appendOnly,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn("redis-server", flags, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const killWithUs = (): boolean => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  return new Promise((resolve, reject) => {
    let log = "";
    child.once("error", () =>
      reject(
        new Error(
          "redis-server is missing. Run: sudo apt-get install -y --no-install-recommends redis-server",
        ),
      ),
    );
    child.once("close", () => reject(new Error(`redis-server did not start on port ${port}:\n${log}`)));
    child.stderr.resume();
    child.stdout.on("data", (chunk) => {
      log = (log + String(chunk)).slice(-10_000);
      if (log.includes("Ready to accept connections")) resolve(child);
    });
  });
}

async function end(child: ChildProcess, signal: "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await closed;
}
