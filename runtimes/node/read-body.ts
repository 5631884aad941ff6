import { BoundedBytes } from "../../core/pipeline/bounded-bytes.ts";
import type { NodeRequest } from "./message.ts";

/** The whole body, or `too_large` as soon as more than `maxBytes` are announced or have come. */
export async function readBody(request: NodeRequest, maxBytes: number): Promise<Uint8Array | "too_large"> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return "too_large";
  if (request.readableDidRead || request.readableEnded) return parsedBody(request, maxBytes);
  return streamedBody(request, maxBytes);
}

/**
 * The result of a body parser. An empty result of a body with data: the parser gave up, because of its own size limit or of a
 * Content-Encoding, which the pipeline refuses with any body.
 */
function parsedBody(request: NodeRequest, maxBytes: number): Uint8Array | "too_large" {
  const left = request.rawBody ?? request.body ?? undefined;
  if (left === undefined) {
    const gaveUpOnSize = request.readableDidRead && request.headers["content-encoding"] === undefined;
    return gaveUpOnSize ? "too_large" : new Uint8Array(0);
  }
  const bytes = left instanceof Uint8Array ? left : new TextEncoder().encode(asText(left));
  return bytes.byteLength > maxBytes ? "too_large" : bytes;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

// Events, not async iteration: iterating destroys the stream when it is left early, and with it the answer;
// on Vercel the iterator of a request that was buffered never ends.
function streamedBody(request: NodeRequest, maxBytes: number): Promise<Uint8Array | "too_large"> {
  return new Promise((resolve, reject) => {
    // Nearly every body comes in one piece, which is used without a copy.
    let first: Uint8Array | undefined;
    let body: BoundedBytes | undefined;
    let isOver = false;
    const add = (chunk: Uint8Array): boolean => {
      if (first === undefined) {
        first = chunk;
        return chunk.byteLength <= maxBytes;
      }
      if (body === undefined) {
        body = new BoundedBytes(maxBytes);
        body.add(first);
      }
      return body.add(chunk);
    };
    const onData = (chunk: Uint8Array): void => {
      if (add(chunk)) return;
      isOver = true;
      request.off("data", onData);
      request.pause();
      resolve("too_large");
    };
    const onEnd = (): void => {
      isOver = true;
      resolve(body?.bytes() ?? first ?? new Uint8Array(0));
    };
    const onGone = (): void => {
      if (!isOver) reject(new Error("The client left before its request was whole."));
    };
    // Without a listener an aborted request's error event would end the process; "close" follows it.
    request.on("error", () => {});
    request.on("data", onData);
    request.on("end", onEnd);
    request.on("close", onGone);
    if (request.destroyed) onGone();
  });
}
