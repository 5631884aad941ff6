import type { ProblemAnswer } from "./problem-answers.ts";
import type { Route } from "./route.ts";

interface DeclaredHeader {
  readonly required?: true;
  readonly description?: string;
  readonly schema: { readonly type: "string" | "integer"; readonly const?: string };
}

/** The headers of answers, except the content type, those that HTTP adds, and the two that every answer has (`info.description`). */
export const headers: Readonly<Record<HeaderName, DeclaredHeader>> = {
  RequestId: {
    required: true,
    description: "Identifies this answer in the server's log.",
    schema: { type: "string" },
  },
  ETag: {
    required: true,
    description: "The version of the object, for If-Match.",
    schema: { type: "string" },
  },
  ContentDisposition: { description: "The file name of a table.", schema: { type: "string" } },
  WwwAuthenticate: { required: true, schema: { type: "string", const: "Bearer" } },
  RetryAfter: { description: "Seconds.", schema: { type: "integer" } },
  Allow: { required: true, description: "The allowed methods.", schema: { type: "string" } },
};

type HeaderName = "RequestId" | "ETag" | "ContentDisposition" | "WwwAuthenticate" | "RetryAfter" | "Allow";

/** The headers of a route's answer or of a refusal. */
export function headersOf(answer: Route | ProblemAnswer): object {
  const always = {
    "Request-Id": ref("RequestId"),
  };
  if ("codes" in answer) {
    return {
      ...always,
      ...(answer.status === 401 && { "WWW-Authenticate": ref("WwwAuthenticate") }),
      ...(answer.status === 405 && { Allow: ref("Allow") }),
      ...((answer.status === 429 || answer.status === 503) && { "Retry-After": ref("RetryAfter") }),
    };
  }
  return {
    ...always,
    ...(answer.hasEtag && { ETag: ref("ETag") }),
    ...(answer.hasCsv && { "Content-Disposition": ref("ContentDisposition") }),
  };
}

function ref(name: HeaderName): object {
  return { $ref: `#/components/headers/${name}` };
}
