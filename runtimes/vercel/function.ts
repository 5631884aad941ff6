import type { Handbill } from "../../core/handbill.ts";

/** What a file under `api/` exports as its default. */
export interface VercelFunction {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** `export default toVercel(handbill)`. */
export function toVercel(handbill: Handbill): VercelFunction {
  return { fetch: (request) => handbill.fetch(request, { clientAddress: clientAddress(request.headers) }) };
}

// Vercel's proxy overwrites both headers, so no client can choose what they say.
function clientAddress(headers: Headers): string | undefined {
  const address = headers.get("x-real-ip") ?? headers.get("x-forwarded-for")?.split(",")[0];
  return address?.trim() || undefined;
}
