import type { HttpResponse } from "../contract/http.ts";
import { emptyResponse, jsonHeaders } from "./responses.ts";

/**
 * Credentials are never used, so any page may read any answer of the web endpoints; what keeps a page out is the
 * server's own check of its Origin (contract.md §5), not the browser's.
 */
const readable: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After, RateLimit, RateLimit-Policy",
};

/** Nearly every answer has these. */
const readableJson: Readonly<Record<string, string>> = { ...jsonHeaders, ...readable };

export function preflight(): HttpResponse {
  return emptyResponse(204, {
    ...readable,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "7200",
  });
}

export function readableByPages({ status, headers, body }: HttpResponse): HttpResponse {
  return { status, headers: headers === jsonHeaders ? readableJson : { ...headers, ...readable }, body };
}
