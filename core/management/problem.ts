import { listErrors, omittedErrors } from "../contract/error-list.ts";
import type { HttpResponse } from "../contract/http.ts";
import type { FieldError } from "../contract/problem.ts";

/** The closed set of errors of the management API, as RFC 9457 problem details. */
export const managementProblems = {
  invalid_request: { status: 400, title: "Invalid request" },
  unauthorized: { status: 401, title: "Missing or invalid management token" },
  forbidden: { status: 403, title: "Not allowed for this role" },
  browser_refused: { status: 403, title: "Not for browsers" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  exists: { status: 409, title: "Exists already" },
  in_use: { status: 409, title: "Others refer to it" },
  budget_below_floor: { status: 409, title: "Budget below what is spent and held" },
  busy: { status: 409, title: "Others are changing the catalogue" },
  changed_meanwhile: { status: 412, title: "Changed meanwhile" },
  body_too_large: { status: 413, title: "Request body too large" },
  version_required: { status: 428, title: "Say which version you change" },
  rate_limited: { status: 429, title: "Too many requests" },
  not_configured: { status: 503, title: "Service not configured" },
  unavailable: { status: 503, title: "Service temporarily unavailable" },
} as const;

export type ManagementProblemCode = keyof typeof managementProblems;

/** An answer other than the one asked for. */
export interface ManagementProblem {
  readonly problem: ManagementProblemCode;
  /** Says how to go on. */
  readonly detail: string;
  /** At most a hundred; `detail` says how many more there are. */
  readonly errors?: readonly FieldError[] | undefined;
  /** How many errors are not among them. */
  readonly omitted?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export const notFound: ManagementProblem = {
  problem: "not_found",
  detail: "There is no such object, or it is not yours.",
};

/** `omitted`: errors that are not among these. However many come, a hundred are listed. */
export function invalid(all: Iterable<FieldError>, omitted = 0): ManagementProblem {
  const { errors, omitted: alsoOmitted } = listErrors(all);
  const [first] = errors;
  const more = omitted + alsoOmitted;
  const said = [first === undefined ? "Check the fields." : sentenceOf(first), omittedErrors(more)];
  const detail = said.join(" ").trim();
  return { problem: "invalid_request", detail, errors, ...(more > 0 && { omitted: more }) };
}

/** What is wrong with the whole request has no path. */
function sentenceOf({ path, message }: FieldError): string {
  return path === "" ? message : `${path}: ${message}`;
}

export function invalidField(path: string, message: string): ManagementProblem {
  return invalid([{ path, message }]);
}

export function managementProblemResponse(
  { problem, detail, errors, headers }: ManagementProblem,
  requestId: string,
): HttpResponse {
  const { status, title } = managementProblems[problem];
  const body = { type: "about:blank", title, status, detail, code: problem, request_id: requestId };
  return {
    status,
    headers: {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-type": "application/problem+json",
      ...headers,
    },
    body: JSON.stringify(errors === undefined ? body : { ...body, errors }),
  };
}
