import type { JsonSchema } from "@valibot/to-json-schema";
import { isRecord } from "../catalog/record.ts";
import { type Components, createComponents } from "./components.ts";
import { answerSchema, bodySchema, querySchema } from "./json-schema.ts";
import { headers, headersOf } from "./openapi-headers.ts";
import { managementProblems } from "./problem.ts";
import { type ProblemAnswer, problemAnswers, problemSchema, problemsOf } from "./problem-answers.ts";
import type { BodyShape, Route } from "./route.ts";

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: object;
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
}

const apiVersion = "1.2.0";

/** Describes the API from the routes that serve it: every request, and every answer with its headers. */
export function describeApi(routes: readonly Route[], basePath: string): OpenApi {
  const components = createComponents();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(":id", "{id}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, components);
  }
  const elsewhere = problemAnswers(["not_found", "method_not_allowed"]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Handbill management",
      version: apiVersion,
      description:
        "Settings, campaigns, reports. Objects are those of the catalogue; amounts are integer micro-units of one currency, which answers name as `currency`. " +
        "Errors are RFC 9457 problem details. Later versions may add fields to answers: ignore unknown fields. " +
        "Every answer has `Cache-Control: no-store` and `X-Content-Type-Options: nosniff`. " +
        "This document is at /api/v1/manage/openapi.json. Unlisted paths answer 404 (NotFound), unlisted methods of a path 405 (MethodNotAllowed).",
    },
    servers: [{ url: basePath }],
    security: [{ token: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "An operator token, or a publisher's management key (hb_manage_…).",
        },
      },
      headers,
      responses: Object.fromEntries(elsewhere.map((answer) => [answer.name, refusal(answer, components)])),
      schemas: components.schemas(),
    },
  };
}

function operation(route: Route, components: Components): object {
  const shape: BodyShape | undefined =
    route.bodyShape ??
    (route.body.type === "undefined" ? undefined : { title: titleOf(route), schema: route.body });
  return {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    description: `For: ${route.roles.join(", ")}.`,
    parameters: [
      ...(route.path.includes(":id")
        ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }]
        : []),
      ...(route.isVersioned ? [ifMatch] : []),
      ...queryParameters(route),
    ],
    ...(shape !== undefined && {
      requestBody: {
        required: route.body.type !== "optional",
        content: {
          "application/json": {
            schema: components.hoist(requestSchema(shape)),
            ...(route.example?.body !== undefined && { example: route.example.body }),
          },
        },
      },
    }),
    responses: {
      [route.status]: {
        description: "Done.",
        headers: headersOf(route),
        ...(route.answer && {
          content: {
            "application/json": { schema: components.hoist(answerSchema(route.answer)) },
            ...(route.hasCsv && { "text/csv": { schema: { type: "string" } } }),
          },
        }),
      },
      // Inline, because orval 8.38 with zod schemas creates no types of named responses.
      ...Object.fromEntries(problemsOf(route).map((answer) => [answer.status, refusal(answer, components)])),
    },
  };
}

function refusal(answer: ProblemAnswer, components: Components): object {
  return {
    description: answer.codes.map((code) => managementProblems[code].title).join(", or: "),
    headers: headersOf(answer),
    content: { "application/problem+json": { schema: components.hoist(problemSchema(answer)) } },
  };
}

const ifMatch = {
  name: "If-Match",
  in: "header",
  required: true,
  description: "The ETag that you read, or * for any version.",
  schema: { type: "string" },
};

/** `create-key` → `CreateKeyBody`. */
function titleOf({ name }: Route): string {
  const words = name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("")}Body`;
}

function requestSchema({ title, schema, fields = {}, optional = [], words = {} }: BodyShape): JsonSchema {
  const { properties: converted = {}, required = [], ...rest } = bodySchema(schema);
  const stated = Object.entries(fields).map(([field, shape]) => [field, bodySchema(shape)] as const);
  const properties = { ...converted, ...Object.fromEntries(stated) };
  return {
    ...rest,
    title,
    properties: Object.fromEntries(
      Object.entries(properties).map(([field, declared]) => [field, described(declared, words[field])]),
    ),
    required: required.filter((field) => !optional.includes(field)),
  };
}

function described(declared: JsonSchema | boolean, words: string | undefined): JsonSchema | boolean {
  if (!isRecord(declared) || words === undefined) return declared;
  const { description } = declared;
  return { ...declared, description: description === undefined ? words : `${words} ${description}` };
}

function queryParameters({ query, example }: Route): readonly object[] {
  const { properties = {}, required = [] } = querySchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
    ...(example?.query?.[name] !== undefined && { example: example.query[name] }),
  }));
}
