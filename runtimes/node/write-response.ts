import type { HttpResponse } from "../../core/contract/http.ts";
import type { NodeRequest, NodeResponse } from "./message.ts";

/** The most bytes to read of a request that is answered before its end. */
const lingerBytes: number = 1024 * 1024;
const lingerMs = 2_000;
const shortBodyBytes = 65_536;

/** Writes an answer. To HEAD and with statuses that have no body, node:http sends the headers only. */
export function writeResponse(request: NodeRequest, response: NodeResponse, answer: HttpResponse): void {
  if (response.destroyed) return;
  const isBodiless = request.method === "HEAD" || answer.status === 204 || answer.status === 304;
  const headers: Record<string, string | number> = { ...answer.headers };
  const body = answer.bytes ?? answer.body;
  const bytes = Buffer.byteLength(body);
  if (bytes > 0) headers["content-length"] = bytes;
  else if (!isBodiless) headers["content-length"] = 0;
  if (request.complete || isBodiless) {
    response.writeHead(answer.status, headers);
    // All ASCII: the same bytes, written without being encoded. Headers and body leave in one write.
    if (typeof body === "string") response.end(body, bytes === body.length ? "latin1" : "utf8");
    else response.end(body);
    return;
  }
  headers["connection"] = "close";
  response.writeHead(answer.status, headers);
  response.write(body);
  linger(request, () => response.end());
}

/**
 * Writes an answer to a request whose body was not read. node:http drops a short body and keeps the connection. After any other
 * body the connection is closed.
 */
export function writeRefusal(request: NodeRequest, response: NodeResponse, refusal: HttpResponse): void {
  const { headers } = request;
  const isShort =
    headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= shortBodyBytes;
  if (!isShort || refusal.body === "" || response.destroyed) {
    writeResponse(request, response, refusal);
    return;
  }
  // node:http has the least work with a flat list.
  const written = ["content-length", String(refusal.body.length)];
  for (const name in refusal.headers) written.push(name, refusal.headers[name] ?? "");
  response.writeHead(refusal.status, written);
  response.end(refusal.body, "latin1");
}

// Closing a socket that has unread bytes sends a reset, and a reset discards the answer before the client has
// read it (RFC 9112 §9.6). So the answer goes out, the rest of the request is thrown away for a while, then it ends.
function linger(request: NodeRequest, end: () => void): void {
  let taken = 0;
  const done = (): void => {
    clearTimeout(timer);
    request.off("data", onData);
    request.off("end", done);
    request.off("close", done);
    end();
  };
  const onData = (chunk: Uint8Array): void => {
    taken += chunk.byteLength;
    if (taken > lingerBytes) done();
  };
  const timer = setTimeout(done, lingerMs);
  request.on("error", () => {});
  request.on("data", onData);
  request.on("end", done);
  request.on("close", done);
  request.resume();
}
