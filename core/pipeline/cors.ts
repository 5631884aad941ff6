import type { HttpResponse } from "../contract/http.ts";
import { emptyResponse, jsonHeaders } from "./responses.ts";

/**
 * Requests carry no browser credentials, so any page may read any answer of the web endpoints. The server's own check of
 * the Origin (contract.md §5) refuses pages, not the browser.
 */
const readable: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After, RateLimit, RateLimit-Policy, Request-Id",
};

/** The headers of nearly every answer. */
const readableJson: Readonly<Record<string, string>> = { ...jsonHeaders, ...readable };

export function preflight(): HttpResponse {
  return emptyResponse(204, {
    ...readable,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "7200",
  });
}

export function readableByPages(response: HttpResponse): HttpResponse {
  const { headers } = response;
  return { ...response, headers: headers === jsonHeaders ? readableJson : { ...headers, ...readable } };
}
