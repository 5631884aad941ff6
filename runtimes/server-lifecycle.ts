import type { Handbill } from "../core/handbill.ts";

/** What each runtime's `serve` takes. */
export interface ServeOptions {
  /** A whole number to 65,535; 0 takes any free port. */
  readonly port: number;
  /** Default `127.0.0.1`: this machine only. */
  readonly hostname?: string | undefined;
  /** Milliseconds between two calls of `maintain`. Default 5,000. */
  readonly maintainEveryMs?: number | undefined;
}

/** A server that accepts requests and maintains its handbill. */
export interface RunningServer {
  /** `http://host:port`, without a path. */
  readonly url: string;
  /**
   * Accepts no more connections, answers every request that has come, then closes the handbill. Over within 5 seconds:
   * what waits for the store after 4 is answered 503, and connections that are still open at 5 are left. Rejects when
   * the store did not confirm everything, or when connections are left; a process should then end with another code
   * than 0, as it does when nobody handles the rejection.
   */
  readonly close: () => Promise<void>;
}

const defaultMaintainEveryMs = 5_000;

/** With what a process has to do after `close` it ends within 6 seconds. */
const answerWithinMs = 4_000;
const confirmWithinMs = 500;
const closeWithinMs = 5_000;

/** A server that listens: keeps the handbill maintained until it is closed. `drain` stops the listening. */
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
    const patience = after(answerWithinMs);
    const deadline = after(closeWithinMs);
    const drained = drain().then(() => "drained");
    await Promise.race([drained, patience.over]);
    patience.cancel();
    // Whoever still waits for the store is answered by this, and then the connections end.
    const [closed, end] = await Promise.allSettled([
      handbill.close(confirmWithinMs),
      Promise.race([drained, deadline.over]),
    ]);
    deadline.cancel();
    if (closed.status === "rejected") throw closed.reason;
    if (end.status === "rejected") throw end.reason;
    if (end.value !== "drained") throw new Error("Connections were still open after 5 s, and were left.");
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

/** Calls `maintain` again and again, never twice at a time. The function that is returned ends it. */
function maintainRegularly(handbill: Handbill, everyMs: number): () => void {
  let running = false;
  // Maintenance that failed is due again at the next tick; requests tell about an outage by themselves.
  const done = (): void => {
    running = false;
  };
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    handbill.maintain().then(done, done);
  }, everyMs);
  // The timer must not keep a process alive. What Node, Bun and Deno return is not the number of the web standard.
  if (isUnrefable(timer)) timer.unref();
  return () => clearInterval(timer);
}

function isUnrefable(timer: unknown): timer is { unref(): unknown } {
  return typeof timer === "object" && timer !== null && "unref" in timer;
}

const highestPort = 65_535;

/**
 * The port to listen on. Throws a RangeError for what is none: a variable that is not set would else be any free port, and
 * text be the path of a socket.
 */
export function checkedPort({ port }: ServeOptions): number {
  if (Number.isInteger(port) && port >= 0 && port <= highestPort) return port;
  const given = typeof port === "number" ? port : JSON.stringify(port);
  throw new RangeError(
    `port is ${given}: give a whole number from 0 to ${highestPort}, 0 for any free port.`,
  );
}

/** The address to listen on. An empty one, as of an empty variable, would be every address of the machine. */
export function hostnameOf({ hostname }: ServeOptions): string {
  return hostname === undefined || hostname.trim() === "" ? "127.0.0.1" : hostname;
}

/** The URL of a listening socket: IPv6 addresses stand in brackets. */
export function httpUrl(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
