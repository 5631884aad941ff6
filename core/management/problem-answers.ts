import type { JsonSchema } from "@valibot/to-json-schema";
import { type ManagementProblemCode, managementProblems } from "./problem.ts";
import type { Route } from "./route.ts";

/** A refusal by status, with its possible codes. */
export interface ProblemAnswer {
  readonly status: number;
  /** The name of the answer and of its schema in `/openapi.json`. */
  readonly name: string;
  readonly codes: readonly ManagementProblemCode[];
}

/** Other roles may call an operation that is not for all roles. */
const allRoles = 3;

/** All refusals of a route, by status: those of `call-route.ts`, then the route's own. */
export function problemsOf(route: Route): readonly ProblemAnswer[] {
  const hasBody = route.method === "POST" || route.method === "PUT";
  const codes: ManagementProblemCode[] = [
    "invalid_request",
    "unauthorized",
    ...(route.roles.length < allRoles ? (["forbidden"] as const) : []),
    "browser_refused",
    ...(route.path.includes(":id") ? (["not_found"] as const) : []),
    ...(hasBody ? (["body_too_large"] as const) : []),
    ...(route.isVersioned ? (["changed_meanwhile", "version_required"] as const) : []),
    ...(route.problems ?? []),
    // Applies to refused tokens of any route, and to writes.
    "rate_limited",
    "not_configured",
    "unavailable",
  ];
  return problemAnswers(codes);
}

export function problemAnswers(codes: readonly ManagementProblemCode[]): readonly ProblemAnswer[] {
  const byStatus = Map.groupBy(new Set(codes), (code) => managementProblems[code].status);
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, ofStatus]) => ({ status, codes: ofStatus, name: ofStatus.map(pascalCase).join("Or") }));
}

export function problemSchema({ status, codes, name }: ProblemAnswer): JsonSchema {
  return {
    title: `${name}Problem`,
    type: "object",
    required: ["type", "title", "status", "detail", "code", "request_id"],
    properties: {
      type: { type: "string" },
      title: { type: "string" },
      status: { const: status, type: "integer" },
      detail: { type: "string", description: "What to do next." },
      code: { enum: [...codes], type: "string" },
      request_id: { type: "string", description: "Identifies this answer in the server's log." },
      ...(codes.some((code) => hasErrors.has(code)) && { errors: fieldErrors }),
    },
  };
}

const hasErrors: ReadonlySet<ManagementProblemCode> = new Set(["invalid_request", "budget_below_floor"]);

const fieldErrors: JsonSchema = {
  type: "array",
  items: {
    title: "FieldError",
    type: "object",
    required: ["path", "message"],
    properties: {
      path: { type: "string", description: "The path of the field; empty for the whole request." },
      message: { type: "string", description: "What to send instead." },
    },
  },
};

/** `not_found` → `NotFound`. */
function pascalCase(code: string): string {
  return code
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
