import type { HttpResponse } from "../contract/http.ts";
import { type Problem, type ProblemBody, problems } from "../contract/problem.ts";

const always: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};
export const jsonHeaders: Readonly<Record<string, string>> = {
  ...always,
  "content-type": "application/json",
};

/** The answer to a request that may be repeated later. */
export const unavailable: Problem = {
  problem: "unavailable",
  detail: "The service cannot answer now. Try again later; do not repeat an ad request.",
  headers: { "retry-after": "1" },
};

/** 200 with a JSON body. Its headers are {@link jsonHeaders}. `reason`: see {@link HttpResponse.reason}. */
export function ok(body: object, reason?: string): HttpResponse {
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(body), reason };
}

export function emptyResponse(status: number, headers: Readonly<Record<string, string>>): HttpResponse {
  return { status, headers: { ...always, ...headers }, body: "" };
}

/**
 * The answer to HEAD: that to GET without its body. It names the length of that body (RFC 9110 §8.6), because Bun 1.4 and Deno 2.9 would
 * name the length 0.
 */
export function headersOnly(response: HttpResponse): HttpResponse {
  const { bytes, ...rest } = response;
  const length = bytes?.length ?? new TextEncoder().encode(rest.body).length;
  if (length === 0) return response;
  return { ...rest, headers: { ...rest.headers, "content-length": String(length) }, body: "" };
}

/** Adds `Request-Id` (contract.md §4). An error answer has it already. */
export function withRequestId(response: HttpResponse, newRequestId: () => string): HttpResponse {
  const { headers } = response;
  if ("request-id" in headers) return response;
  return { ...response, headers: { ...headers, "request-id": newRequestId() } };
}

/** An error answer (RFC 9457). `reason`: see {@link HttpResponse.reason}. */
export function problemResponse(
  problem: Problem,
  requestId: string,
  reason: string = problem.problem,
): HttpResponse {
  const { status, title } = problems[problem.problem];
  const body: ProblemBody = {
    type: "about:blank",
    title,
    status,
    detail: problem.detail,
    code: problem.problem,
    request_id: requestId,
    ...(problem.errors && { errors: problem.errors }),
  };
  return {
    status,
    headers: {
      ...always,
      "content-type": "application/problem+json",
      "request-id": requestId,
      ...problem.headers,
    },
    body: JSON.stringify(body),
    reason,
  };
}
