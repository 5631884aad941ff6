import { listErrors, omittedErrors } from "../contract/error-list.ts";
import type { HttpResponse } from "../contract/http.ts";
import type { FieldError } from "../contract/problem.ts";

/** All errors of the management API, as RFC 9457 problem details. */
export const managementProblems = {
  invalid_request: { status: 400, title: "Invalid request" },
  unauthorized: { status: 401, title: "Missing or invalid management token" },
  forbidden: { status: 403, title: "Not allowed for this role" },
  browser_refused: { status: 403, title: "Not for browsers" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  exists: { status: 409, title: "Already exists" },
  in_use: { status: 409, title: "Still in use" },
  budget_below_floor: { status: 409, title: "Budget below what is spent and held" },
  busy: { status: 409, title: "Concurrent changes to the catalogue" },
  changed_meanwhile: { status: 412, title: "Changed meanwhile" },
  body_too_large: { status: 413, title: "Request body too large" },
  version_required: { status: 428, title: "If-Match required" },
  rate_limited: { status: 429, title: "Too many requests" },
  not_configured: { status: 503, title: "Service not configured" },
  unavailable: { status: 503, title: "Service temporarily unavailable" },
} as const;

/** The code of an error of the management API. */
export type ManagementProblemCode = keyof typeof managementProblems;

/** An error answer. A value, not an exception: functions return it beside their result. */
export interface ManagementProblem {
  readonly problem: ManagementProblemCode;
  /** What to do next. */
  readonly detail: string;
  /** The invalid fields, at most 100. `detail` tells the number of further ones. */
  readonly errors?: readonly FieldError[] | undefined;
  /** The number of further errors. */
  readonly omitted?: number | undefined;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export const notFound: ManagementProblem = {
  problem: "not_found",
  detail: "No such object exists, or it is not yours.",
};

/** Builds a 400 that lists at most 100 errors. `omitted`: the number of errors beyond `all`. */
export function invalid(all: Iterable<FieldError>, omitted = 0): ManagementProblem {
  const { errors, omitted: alsoOmitted } = listErrors(all);
  const [first] = errors;
  const more = omitted + alsoOmitted;
  const said = [first === undefined ? "Check the fields." : sentenceOf(first), omittedErrors(more)];
  const detail = said.join(" ").trim();
  return { problem: "invalid_request", detail, errors, ...(more > 0 && { omitted: more }) };
}

/** An error of the whole request has no path. */
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
      "request-id": requestId,
      ...headers,
    },
    body: JSON.stringify(errors === undefined ? body : { ...body, errors }),
    reason: problem,
  };
}
