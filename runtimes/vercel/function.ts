import type { Handbill } from "../../core/handbill.ts";
import type { HttpRequest } from "../../core/pipeline/http.ts";

/** What a function's file exports as its default. */
export interface VercelFunction {
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * `export default toVercel(handbill)`. Begins at once to read the configuration and the catalogue, for an instance is started
 * because a request waits for it: the database works while the platform prepares that request. A promise that rejects ends the
 * instance, as an import that fails does; the platform's log says why.
 */
export function toVercel(handbill: Handbill | Promise<Handbill>): VercelFunction {
  void prepare(handbill);
  return {
    fetch: async (request) =>
      (await handbill).fetch(request, { clientAddress: clientAddress(request.headers) }),
  };
}

async function prepare(handbill: Handbill | Promise<Handbill>): Promise<void> {
  await (await handbill).answer(readiness);
}

/** Its answer concerns nobody: what is not ready is asked again by the request, which gets the 503. */
const readiness: HttpRequest = {
  method: "GET",
  target: "/readyz",
  header: () => undefined,
  readBody: async () => new Uint8Array(0),
  clientAddress: undefined,
};

// Vercel's proxy overwrites both headers, so no client can choose what they say.
function clientAddress(headers: Headers): string | undefined {
  const address = headers.get("x-real-ip") ?? headers.get("x-forwarded-for")?.split(",")[0];
  return address?.trim() || undefined;
}
