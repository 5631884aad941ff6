import { isRecord } from "../../../core/catalog/record.ts";
import { describeApi } from "../../../core/management/openapi.ts";
import { routes } from "../../../core/management/routes.ts";

export type Json = Readonly<Record<string, unknown>>;

export const apiPath = "/api/v1/manage";

/** `/openapi.json`, as a client reads it. */
export const document: Json = JSON.parse(JSON.stringify(describeApi(routes, apiPath)));

/** An operation of the document, and where it stands in it. */
export interface Operation {
  readonly name: string;
  readonly pointer: readonly string[];
  readonly declared: Json;
}

/** The operation of a method and a path (below `/api/v1/manage`; the router accepts a slash at its end) in the document. */
export function findOperation(method: string, asked: string): Operation | "no such path" | "other method" {
  const paths = record(document["paths"]);
  const path = asked.replace(/\/$/, "");
  const template =
    Object.keys(paths).find((known) => known === path) ?? findTemplate(Object.keys(paths), path);
  if (template === undefined) return "no such path";
  const declared = record(paths[template])[method.toLowerCase()];
  if (!isRecord(declared)) return "other method";
  return {
    name: String(declared["operationId"]),
    pointer: ["paths", template, method.toLowerCase()],
    declared,
  };
}

function findTemplate(templates: readonly string[], path: string): string | undefined {
  const parts = path.split("/");
  return templates.find((template) => {
    const wanted = template.split("/");
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => part === parts[at] || (part === "{id}" && parts[at] !== ""))
    );
  });
}

/** The target of a pointer, through references, with its own pointer. */
export function resolve(pointer: readonly string[]): {
  readonly pointer: readonly string[];
  readonly value: Json;
} {
  let at: readonly string[] = [];
  let value = document;
  for (const key of pointer) {
    at = [...at, key];
    value = record(value[key]);
    const reference = value["$ref"];
    if (typeof reference === "string")
      return resolve([...reference.slice(2).split("/"), ...pointer.slice(at.length)]);
  }
  return { pointer: at, value };
}

export function record(value: unknown): Json {
  return isRecord(value) ? value : {};
}
