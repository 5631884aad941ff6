import type { Handbill } from "../core/handbill.ts";
import type { Connection } from "../core/pipeline/http.ts";

/** What is still taken of a body that nobody read, and for how long. */
const lingerBytes = 1_048_576;
const lingerMs = 2_000;

/**
 * Answers a request of a server that closes a connection with unread bytes (Bun 1.4, Deno 2.9). It then sends a reset,
 * which discards the answer before the client has read it (RFC 9112 §9.6), so what is left of the body is thrown away
 * for a while first.
 */
export async function answerAndLinger(
  handbill: Handbill,
  request: Request,
  connection: Connection,
): Promise<Response> {
  const response = await handbill.fetch(request, connection);
  if (request.body !== null && !request.bodyUsed && !request.body.locked) await discard(request.body);
  return response;
}

async function discard(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), lingerMs);
  try {
    let bytes = 0;
    for (let next = await reader.read(); !next.done && bytes <= lingerBytes; next = await reader.read()) {
      bytes += next.value.length;
    }
  } catch {
    // The client has left.
  } finally {
    clearTimeout(timer);
  }
}
