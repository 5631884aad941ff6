import type { ProblemAnswer } from "./problem-answers.ts";
import type { Route } from "./route.ts";

interface DeclaredHeader {
  readonly required?: true;
  readonly description?: string;
  readonly schema: { readonly type: "string" | "integer"; readonly const?: string };
}

/** The headers of answers, except the content type and those that HTTP adds. */
export const headers: Readonly<Record<HeaderName, DeclaredHeader>> = {
  CacheControl: {
    required: true,
    description: "Never stored.",
    schema: { type: "string", const: "no-store" },
  },
  ContentTypeOptions: { required: true, schema: { type: "string", const: "nosniff" } },
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

type HeaderName =
  | "CacheControl"
  | "ContentTypeOptions"
  | "ETag"
  | "ContentDisposition"
  | "WwwAuthenticate"
  | "RetryAfter"
  | "Allow";

/** The headers of a route's answer or of a refusal. */
export function headersOf(answer: Route | ProblemAnswer): object {
  const always = {
    "Cache-Control": ref("CacheControl"),
    "X-Content-Type-Options": ref("ContentTypeOptions"),
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
