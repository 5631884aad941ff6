import type { HttpRequest, HttpResponse } from "../../../core/contract/http.ts";
import { isKnown } from "../../../core/pipeline/compressed-text.ts";
import { headersOnly } from "../../../core/pipeline/responses.ts";
import { toBase64Url } from "../../../core/signing/base64url.ts";
import { sha256 } from "../../../core/signing/hash.ts";

export interface ServedText {
  readonly type: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A text for GET or HEAD, with an ETag; 304 for a client that has it. */
export function serveText(request: HttpRequest, { type, text, headers }: ServedText): HttpResponse {
  const etag = `"${toBase64Url(sha256(new TextEncoder().encode(text)).subarray(0, 12))}"`;
  const all = { "x-content-type-options": "nosniff", etag, ...headers };
  if (isKnown(request, etag)) return { status: 304, headers: all, body: "" };
  const response = {
    status: 200,
    headers: { "content-type": `${type}; charset=utf-8`, ...all },
    body: text,
  };
  return request.method === "HEAD" ? headersOnly(response) : response;
}

export function isReading({ method }: HttpRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** The path that a request names, without query. */
export function pathOf(target: string): string {
  return target.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}
