import * as v from "valibot";
import { BodyReadBefore, type HttpRequest } from "../contract/http.ts";
import { maxBodyBytes } from "../contract/limits.ts";
import { type FieldError, isProblem, type Problem } from "../contract/problem.ts";
import { isJsonType } from "./content-type.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Why a body cannot be read. */
export interface BodyProblem extends Problem {
  readonly problem: "invalid_request" | "body_too_large";
}

/** Reads the body and stops after `maxBytes` (contract.md §7, 413). */
export async function readBody(
  request: HttpRequest,
  maxBytes: number = maxBodyBytes,
): Promise<Uint8Array | BodyProblem> {
  const body = await request.readBody(maxBytes).catch(problemOfReading);
  return body === "too_large"
    ? { problem: "body_too_large", detail: `Send at most ${maxBytes} bytes.` }
    : body;
}

function problemOfReading(error: unknown): BodyProblem {
  return invalid(error instanceof BodyReadBefore ? error.message : "Send the whole body.");
}

/** The JSON value of a body of `application/json` in UTF-8 (contract.md §4.1). */
export function parseJson(request: HttpRequest, body: Uint8Array): { readonly json: unknown } | BodyProblem {
  if (!isJsonType(request.header("content-type"))) {
    return invalid("Send the header Content-Type: application/json.");
  }
  const encoding = request.header("content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return invalid("Send the body without a Content-Encoding.");
  }
  try {
    return { json: JSON.parse(utf8.decode(body)) };
  } catch {
    return invalid("Send one JSON object in UTF-8.");
  }
}

/** The fields of a JSON body, or a 400 that says what is wrong. */
export function parseBody<T extends object>(
  schema: v.GenericSchema<unknown, T>,
  request: HttpRequest,
  body: Uint8Array,
): T | Problem {
  const parsed = parseJson(request, body);
  return isProblem(parsed) ? parsed : parseFields(schema, parsed.json);
}

/** The fields of a request, or a 400 that names the first field that is wrong. */
function parseFields<T extends object>(schema: v.GenericSchema<unknown, T>, json: unknown): T | Problem {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return invalid("Send one JSON object in UTF-8.");
  }
  const result = v.safeParse(schema, json, { abortEarly: true, abortPipeEarly: true });
  if (result.success) return result.output;
  return invalidFields(result.issues.map((issue) => ({ path: pathOf(issue), message: messageOf(issue) })));
}

export function invalidFields(errors: readonly FieldError[]): Problem {
  const [first] = errors;
  return {
    ...invalid(first === undefined ? "Check the fields." : `${first.path}: ${first.message}`),
    errors,
  };
}

function invalid(detail: string): BodyProblem {
  return { problem: "invalid_request", detail };
}

/** A missing key is valibot's own message, which would show what was received. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  return issue.type === "object" && issue.input === undefined ? "This field is required." : issue.message;
}

function pathOf(issue: v.BaseIssue<unknown>): string {
  let path = "";
  for (const { key } of issue.path ?? []) {
    path += typeof key === "number" ? `[${key}]` : path === "" ? String(key) : `.${String(key)}`;
  }
  return path;
}
