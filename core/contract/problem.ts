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

export type ProblemCode = keyof typeof problems;

export interface FieldError {
  /** `context.question`, `accept_formats[2]`; empty for the body itself. */
  readonly path: string;
  /** Says what to send. Never repeats what was sent. */
  readonly message: string;
}

/** An answer other than the one asked for. A value: functions return it beside their result. */
export interface Problem {
  readonly problem: ProblemCode;
  /** Says how to go on. */
  readonly detail: string;
  readonly errors?: readonly FieldError[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function isProblem(value: object): value is Problem {
  return "problem" in value;
}

/** Body of every error answer, `application/problem+json`. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  /** Names this answer in the server's log. */
  readonly request_id: string;
  /** At most 100. */
  readonly errors?: readonly FieldError[];
}
