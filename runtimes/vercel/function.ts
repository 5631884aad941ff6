import type { HttpRequest, WaitUntil } from "../../core/contract/http.ts";
import { platformWait } from "../../core/pipeline/platform-wait.ts";
import { systemTimer } from "../../core/timing/deadlines.ts";
import { handbillOf, type Mounted } from "../mounted.ts";

/** The default export of a function's file. */
export interface VercelFunction {
  /** Answers one request. */
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Makes a Vercel function of a handbill or an installation: `export default toVercel(ads)`. Reads configuration and catalogue immediately, because
 * the platform starts an instance for a waiting request: the database works while the platform prepares that request.
 * If the promise rejects, the instance ends, as after a failed import; the platform's log shows the reason.
 *
 * Stores the statistics of an answer through the platform's `waitUntil`. Without one it stores them before the answer,
 * which waits for at most two seconds.
 */
export function toVercel(mounted: Mounted | Promise<Mounted>): VercelFunction {
  void prepare(mounted);
  return {
    fetch: async (request) => {
      const connection = { clientAddress: clientAddress(request.headers), answersHealth: true };
      if (platformWait() !== undefined) return handbillOf(await mounted).fetch(request, connection);
      const work: Promise<void>[] = [];
      const waitUntil: WaitUntil = (promise) => void work.push(promise);
      const response = await handbillOf(await mounted).fetch(request, { ...connection, waitUntil });
      await within(longestWaitMs, Promise.all(work));
      return response;
    },
  };
}

const longestWaitMs = 2_000;

/** Resolves when the work is done or the time is over. */
function within(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemTimer(ms, resolve);
    work.then(() => {
      cancel();
      resolve();
    });
  });
}

async function prepare(mounted: Mounted | Promise<Mounted>): Promise<void> {
  await handbillOf(await mounted).answer(readiness);
}

/** Its answer is ignored. If the server is not ready, the next request finds out and gets the 503. */
const readiness: HttpRequest = {
  method: "GET",
  target: "/readyz",
  answersHealth: true,
  header: () => undefined,
  readBody: async () => new Uint8Array(0),
  clientAddress: undefined,
};

// Vercel's proxy overwrites both headers, so clients cannot forge them.
function clientAddress(headers: Headers): string | undefined {
  const address = headers.get("x-real-ip") ?? headers.get("x-forwarded-for")?.split(",")[0];
  return address?.trim() || undefined;
}
