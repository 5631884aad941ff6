import type { Connection, HttpRequest, HttpResponse } from "./http.ts";

/** A web-standard Request as the pipeline reads it. */
export function readRequest(request: Request, connection: Connection | undefined): HttpRequest {
  return {
    method: request.method,
    target: request.url,
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: (maxBytes) => readBody(request, maxBytes),
    clientAddress: connection?.clientAddress,
  };
}

export function writeResponse(response: HttpResponse): Response {
  const body = response.body === "" ? null : response.body;
  return new Response(body, { status: response.status, headers: { ...response.headers } });
}

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | "too_large"> {
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > maxBytes) return "too_large";
  if (request.body === null) return new Uint8Array(0);
  // A stream costs several times one read of the whole; a runtime has enforced a Content-Length that it passes on.
  if (length !== null) {
    const whole = new Uint8Array(await request.arrayBuffer());
    return whole.length > maxBytes ? "too_large" : whole;
  }
  return readStream(request.body, maxBytes);
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | "too_large"> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length;
    if (bytes > maxBytes) {
      // Not awaited: on Bun 1.4.5 the cancellation of a copied Request's body never settles.
      reader.cancel().catch(() => {});
      return "too_large";
    }
    chunks.push(next.value);
  }
  const whole = new Uint8Array(bytes);
  let end = 0;
  for (const chunk of chunks) {
    whole.set(chunk, end);
    end += chunk.length;
  }
  return whole;
}
