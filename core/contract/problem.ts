/** The closed set of errors (contract.md §7), as RFC 9457 problem details. */
export const problems = {
  invalid_request: { status: 400, title: "Invalid request" },
  unauthorized: { status: 401, title: "Missing or invalid API key" },
  platform_unavailable: { status: 403, title: "Unknown or disabled platform" },
  origin_not_allowed: { status: 403, title: "Site address not allowed" },
  foreign_key: { status: 403, title: "API key belongs to another publisher" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  too_early: { status: 409, title: "View confirmed too early" },
  gone: { status: 410, title: "Invalid or expired" },
  body_too_large: { status: 413, title: "Request body too large" },
  rate_limited: { status: 429, title: "Too many requests" },
  not_configured: { status: 503, title: "Service not configured" },
  unavailable: { status: 503, title: "Service temporarily unavailable" },
} as const;

/** The code of an error; the complete list is in contract.md §7. */
export type ProblemCode = keyof typeof problems;

/** An invalid field of a request. */
export interface FieldError {
  /** The path of the field, such as `context.question` or `accept_formats[2]`; empty for the body itself. */
  readonly path: string;
  /** The correction: what to send instead. Never repeats the request. */
  readonly message: string;
}

/** An error answer. A value, not an exception: functions return it beside their result. */
export interface Problem {
  readonly problem: ProblemCode;
  /** What to do next. */
  readonly detail: string;
  readonly errors?: readonly FieldError[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function isProblem(value: object): value is Problem {
  return "problem" in value;
}

/** Body of every error answer, `application/problem+json`. */
export interface ProblemBody {
  /** Always `about:blank` (RFC 9457 §4.2.1). */
  readonly type: string;
  /** The meaning of the code, in English. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What to do next, in English. */
  readonly detail: string;
  /** The code of the error. */
  readonly code: ProblemCode;
  /** Identifies this answer in the server's log. */
  readonly request_id: string;
  /** The invalid fields, at most 100. */
  readonly errors?: readonly FieldError[];
}
