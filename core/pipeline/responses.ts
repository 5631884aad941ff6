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

/** 200 with a JSON body. Its headers are {@link jsonHeaders}. */
export function ok(body: object): HttpResponse {
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(body) };
}

export function emptyResponse(status: number, headers: Readonly<Record<string, string>>): HttpResponse {
  return { status, headers: { ...always, ...headers }, body: "" };
}

/** An error answer (RFC 9457). */
export function problemResponse(problem: Problem, requestId: string): HttpResponse {
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
    headers: { ...always, "content-type": "application/problem+json", ...problem.headers },
    body: JSON.stringify(body),
  };
}
