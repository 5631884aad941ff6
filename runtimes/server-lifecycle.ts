import process from "node:process";
import type { Handbill } from "../core/handbill.ts";
import type { InstallationStore } from "../core/storage/installation-store.ts";
import { handbillOf } from "./mounted.ts";
import { listenForStop } from "./stop-signal.ts";

/** The options of each runtime's `serve`. */
export interface ServeOptions {
  /** The port to listen on: 0 to 65,535; 0 takes any free port. */
  readonly port: number;
  /** The address to listen on. Default `127.0.0.1`: this machine only. */
  readonly hostname?: string | undefined;
  /** Milliseconds between two calls of `maintain`. Default 5,000. */
  readonly maintainEveryMs?: number | undefined;
  /**
   * Milliseconds from the start of `close` to the end of listening. Meanwhile `/readyz` answers 503 and every other request is served, so
   * that a load balancer that notices late loses no request. Default 0.
   */
  readonly drainMs?: number | undefined;
  /**
   * SIGTERM and SIGINT (Ctrl-C) close the server; the process then ends by itself if nothing else keeps it alive. A second signal
   * ends it at once. Default false: the signals are yours.
   */
  readonly signals?: boolean | undefined;
  /** Brings the schema of an installation's store up to date before the server listens. Default false. */
  readonly migrate?: boolean | undefined;
  /** Reject with all faults of the settings, instead of listening and answering 503. Default: whether `NODE_ENV` is `production`; on Deno false. */
  readonly production?: boolean | undefined;
}

/** An ad server with its store, which the server migrates and closes: what `createInstallation` returns. */
export interface ServableInstallation {
  /** The requests that the server answers. */
  readonly handbill: Handbill;
  /** The store of the installation. */
  readonly store: Pick<InstallationStore, "migrate" | "close">;
}

/** A server that accepts requests and maintains its handbill. */
export interface RunningServer {
  /** The address of the server: `http://host:port`, without a path. */
  readonly url: string;
  /**
   * Drains for `drainMs`, stops accepting connections, answers every request that has arrived, then closes the handbill, and the store
   * of an installation. After the drain it takes at most 5 seconds, and the time of the store: requests that wait for the store after
   * 4 s get 503, and connections that are open after 5 s are left.
   * Rejects when the store did not confirm every write, or when connections are left. The process should then exit with
   * a code other than 0; an unhandled rejection does that.
   */
  readonly close: () => Promise<void>;
  /** The outcome of `close`, also when a signal closed the server. */
  readonly closed: Promise<void>;
}

const defaultMaintainEveryMs = 5_000;

/** A process ends within 6 seconds, including its own work after `close`. */
const answerWithinMs = 4_000;
const confirmWithinMs = 500;
const closeWithinMs = 5_000;

/**
 * The handbill to serve, and the store of an installation, which is up to date if `migrate` is set. Rejects in
 * production when the settings have faults.
 */
export async function readyToServe(
  served: Handbill | ServableInstallation,
  { migrate = false, production = isProduction() }: ServeOptions,
): Promise<Partial<ServableInstallation> & Pick<ServableInstallation, "handbill">> {
  const handbill = handbillOf(served);
  const faults = production ? handbill.faults() : [];
  if (faults.length > 0) throw new Error(["Correct the settings:", ...faults].join("\n"));
  if (migrate) {
    if (!("handbill" in served)) throw new TypeError(noStore);
    await served.store.migrate();
  }
  await handbill.warmUp();
  return "handbill" in served ? served : { handbill };
}

const noStore =
  "A handbill has no store to migrate: pass createInstallation({ store }) to serve, or await store.migrate() before.";

function isProduction(): boolean {
  return process.env["NODE_ENV"] === "production";
}

/** Wraps a listening server: maintains its handbill until it is closed. */
export function runningServer(
  { handbill, store }: Awaited<ReturnType<typeof readyToServe>>,
  url: string,
  { maintainEveryMs = defaultMaintainEveryMs, drainMs = 0, signals = false }: Omit<ServeOptions, "port">,
  stopListening: () => Promise<void>,
): RunningServer {
  const stopMaintenance = maintainRegularly(handbill, maintainEveryMs);
  const answerAndClose = async (): Promise<void> => {
    const grace = after(answerWithinMs);
    const deadline = after(closeWithinMs);
    const stopped = stopListening().then(() => "stopped");
    await Promise.race([stopped, grace.over]);
    grace.cancel();
    // This answers requests that still wait for the store, and then their connections end.
    const [closed, end] = await Promise.allSettled([
      handbill.close(confirmWithinMs),
      Promise.race([stopped, deadline.over]),
    ]);
    deadline.cancel();
    if (closed.status === "rejected") throw closed.reason;
    if (end.status === "rejected") throw end.reason;
    if (end.value !== "stopped") throw new Error("Some connections were still open after 5 s and were left.");
  };
  const closeNow = async (): Promise<void> => {
    handbill.drain();
    if (drainMs > 0) await after(drainMs).over;
    stopMaintenance();
    try {
      await answerAndClose();
    } finally {
      await store?.close();
      stop?.ignore();
    }
  };
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeNow();
    resolve(closing);
    return closing;
  };
  const stop = signals ? listenForStop() : undefined;
  stop?.received.then(() => void close());
  return {
    url,
    closed,
    close: () => {
      // The caller gets the rejection from `close`.
      closed.catch(() => {});
      return close();
    },
  };
}

function after(ms: number): { readonly over: Promise<void>; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, cancel: () => clearTimeout(timer) };
}

/** Calls `maintain` periodically, one call at a time. The returned function stops it. */
function maintainRegularly(handbill: Handbill, everyMs: number): () => void {
  let running = false;
  // A failed maintenance is repeated at the next tick. Requests report an outage themselves.
  const done = (): void => {
    running = false;
  };
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    handbill.maintain().then(done, done);
  }, everyMs);
  // The timer must not keep a process alive. Node, Bun and Deno return an object instead of the number of the web standard.
  if (isUnrefable(timer)) timer.unref();
  return () => clearInterval(timer);
}

function isUnrefable(timer: unknown): timer is { unref(): unknown } {
  return typeof timer === "object" && timer !== null && "unref" in timer;
}

const highestPort = 65_535;

/**
 * The port to listen on. Throws a RangeError for an invalid one: otherwise an unset variable would mean any free port,
 * and a text the path of a socket.
 */
export function checkedPort({ port }: ServeOptions): number {
  if (Number.isInteger(port) && port >= 0 && port <= highestPort) return port;
  const given = typeof port === "number" ? port : JSON.stringify(port);
  throw new RangeError(
    `port is ${given}: give a whole number from 0 to ${highestPort}, 0 for any free port.`,
  );
}

/** The address to listen on. An empty one (from an empty variable) would mean every address of the machine. */
export function hostnameOf({ hostname }: ServeOptions): string {
  return hostname === undefined || hostname.trim() === "" ? "127.0.0.1" : hostname;
}

/** The URL of a listening socket, with brackets around IPv6 addresses. */
export function httpUrl(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
