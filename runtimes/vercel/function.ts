import type { HttpRequest, WaitUntil } from "../../core/contract/http.ts";
import type { Handbill } from "../../core/handbill.ts";
import { platformWait } from "../../core/pipeline/platform-wait.ts";
import { systemTimer } from "../../core/timing/deadlines.ts";

/** What a function's file exports as its default. */
export interface VercelFunction {
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * `export default toVercel(handbill)`. Begins at once to read the configuration and the catalogue, for an instance is started
 * because a request waits for it: the database works while the platform prepares that request. A promise that rejects ends the
 * instance, as an import that fails does; the platform's log says why.
 *
 * The statistics of an answer are stored through the platform's `waitUntil`. Where the platform provides none they are stored
 * before the answer, which waits for that two seconds at most.
 */
export function toVercel(handbill: Handbill | Promise<Handbill>): VercelFunction {
  void prepare(handbill);
  return {
    fetch: async (request) => {
      const connection = { clientAddress: clientAddress(request.headers), answersHealth: true };
      if (platformWait() !== undefined) return (await handbill).fetch(request, connection);
      const work: Promise<void>[] = [];
      const waitUntil: WaitUntil = (promise) => void work.push(promise);
      const response = await (await handbill).fetch(request, { ...connection, waitUntil });
      await within(longestWaitMs, Promise.all(work));
      return response;
    },
  };
}

const longestWaitMs = 2_000;

/** Fulfilled when the work is done, or the time is over. */
function within(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemTimer(ms, resolve);
    work.then(() => {
      cancel();
      resolve();
    });
  });
}

async function prepare(handbill: Handbill | Promise<Handbill>): Promise<void> {
  await (await handbill).answer(readiness);
}

/** Its answer concerns nobody: what is not ready is asked again by the request, which gets the 503. */
const readiness: HttpRequest = {
  method: "GET",
  target: "/readyz",
  answersHealth: true,
  header: () => undefined,
  readBody: async () => new Uint8Array(0),
  clientAddress: undefined,
};

// Vercel's proxy overwrites both headers, so no client can choose what they say.
function clientAddress(headers: Headers): string | undefined {
  const address = headers.get("x-real-ip") ?? headers.get("x-forwarded-for")?.split(",")[0];
  return address?.trim() || undefined;
}
