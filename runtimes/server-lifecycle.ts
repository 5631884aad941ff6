import type { Handbill } from "../core/handbill.ts";

/** The options of each runtime's `serve`. */
export interface ServeOptions {
  /** The port to listen on: 0 to 65,535; 0 takes any free port. */
  readonly port: number;
  /** The address to listen on. Default `127.0.0.1`: this machine only. */
  readonly hostname?: string | undefined;
  /** Milliseconds between two calls of `maintain`. Default 5,000. */
  readonly maintainEveryMs?: number | undefined;
}

/** A server that accepts requests and maintains its handbill. */
export interface RunningServer {
  /** The address of the server: `http://host:port`, without a path. */
  readonly url: string;
  /**
   * Stops accepting connections, answers every request that has arrived, then closes the handbill. Takes at most 5
   * seconds: requests that wait for the store after 4 s get 503, and connections that are open after 5 s are left.
   * Rejects when the store did not confirm every write, or when connections are left. The process should then exit with
   * a code other than 0; an unhandled rejection does that.
   */
  readonly close: () => Promise<void>;
}

const defaultMaintainEveryMs = 5_000;

/** A process ends within 6 seconds, including its own work after `close`. */
const answerWithinMs = 4_000;
const confirmWithinMs = 500;
const closeWithinMs = 5_000;

/** Wraps a listening server: maintains the handbill until it is closed. `drain` stops the listening. */
export function runningServer(
  handbill: Handbill,
  url: string,
  maintainEveryMs: number | undefined,
  drain: () => Promise<void>,
): RunningServer {
  const stopMaintenance = maintainRegularly(handbill, maintainEveryMs ?? defaultMaintainEveryMs);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    stopMaintenance();
    const grace = after(answerWithinMs);
    const deadline = after(closeWithinMs);
    const drained = drain().then(() => "drained");
    await Promise.race([drained, grace.over]);
    grace.cancel();
    // This answers requests that still wait for the store, and then their connections end.
    const [closed, end] = await Promise.allSettled([
      handbill.close(confirmWithinMs),
      Promise.race([drained, deadline.over]),
    ]);
    deadline.cancel();
    if (closed.status === "rejected") throw closed.reason;
    if (end.status === "rejected") throw end.reason;
    if (end.value !== "drained") throw new Error("Some connections were still open after 5 s and were left.");
  };
  return {
    url,
    close: () => {
      closed ??= close();
      return closed;
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
