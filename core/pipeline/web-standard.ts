import { BodyReadBefore, type Connection, type HttpRequest, type HttpResponse } from "../contract/http.ts";
import { systemTimer } from "../timing/deadlines.ts";
import { BoundedBytes } from "./bounded-bytes.ts";

/** How much of a refused body is still read, and for how long. */
const lingerBytes = 1_048_576;
const lingerMs = 2_000;

/** A web-standard Request as the pipeline reads it. */
export function readRequest(request: Request, connection: Connection | undefined): HttpRequest {
  const missingHost = connection?.requiresHost === true ? "" : undefined;
  return {
    method: request.method,
    target: request.url,
    header: (name) => request.headers.get(name) ?? (name === "host" ? missingHost : undefined),
    readBody: (maxBytes) => readBody(request, maxBytes),
    clientAddress: connection?.clientAddress,
    answersHealth: connection?.answersHealth,
    waitUntil: connection?.waitUntil,
  };
}

export function writeResponse(response: HttpResponse): Response {
  const body = response.bytes ?? (response.body === "" ? null : response.body);
  return new Response(body, { status: response.status, headers: response.headers });
}

/**
 * Reads and drops the rest of an unread body. Several servers (Bun 1.4, Deno 2.9) close a connection that has unread
 * bytes; it then sends a reset, which discards the answer before the client has read it (RFC 9112 §9.6).
 */
export async function discardBody(request: Request): Promise<void> {
  // In this order, because reading `body` creates a stream.
  if (request.bodyUsed || request.body === null || request.body.locked) return;
  const reader = request.body.getReader();
  const stop = systemTimer(lingerMs, () => void reader.cancel().catch(() => {}));
  try {
    let bytes = 0;
    for (let next = await reader.read(); !next.done && bytes <= lingerBytes; next = await reader.read()) {
      bytes += next.value.length;
    }
  } catch {
    // The client has left.
  } finally {
    stop();
  }
}

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | "too_large"> {
  if (request.bodyUsed) throw new BodyReadBefore();
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > maxBytes) return "too_large";
  // A stream costs several times one read of the whole, even one that is only looked at: until then Bun and Deno have
  // the bytes at hand. A runtime has enforced a Content-Length that it passes on.
  if (length !== null) {
    const whole = new Uint8Array(await request.arrayBuffer());
    return whole.length > maxBytes ? "too_large" : whole;
  }
  return request.body === null ? new Uint8Array(0) : readStream(request.body, maxBytes);
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | "too_large"> {
  const reader = stream.getReader();
  const body = new BoundedBytes(maxBytes);
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (body.add(next.value)) continue;
    // Not awaited: on Bun 1.4.5 the cancellation of a copied Request's body never settles.
    reader.cancel().catch(() => {});
    return "too_large";
  }
  return body.bytes();
}
