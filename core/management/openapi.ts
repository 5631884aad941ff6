import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { type ManagementProblemCode, managementProblems } from "./problem.ts";
import type { Route } from "./route.ts";

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

const apiVersion = "1.0.0";

/** What is served, from the table that serves it. */
export function describeApi(routes: readonly Route[], basePath: string): OpenApi {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(":id", "{id}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Handbill management",
      version: apiVersion,
      description:
        "Settings, campaigns, reports. Objects are those of the catalogue; amounts are integer micro-units of one currency. Errors are RFC 9457 problem details.",
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
      schemas: { Problem: problemSchema },
      responses: { Problem: { description: "What was wrong, and what to do.", content: problemContent } },
    },
  };
}

function operation(route: Route): object {
  const shape = route.bodyShape ?? route.body;
  const hasBody = route.bodyShape !== undefined || route.body.type !== "undefined";
  const isVersioned = route.method === "PUT" && route.bodyShape !== undefined;
  return {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    description: `For: ${route.roles.join(", ")}.`,
    parameters: [
      ...(route.path.includes(":id")
        ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }]
        : []),
      ...(isVersioned || (route.method === "DELETE" && route.tag !== "webhooks") ? [ifMatch] : []),
      ...queryParameters(route),
    ],
    ...(hasBody && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: jsonSchema(shape, "input"),
            ...(route.example?.body !== undefined && { example: route.example.body }),
          },
        },
      },
    }),
    responses: {
      [route.status]: {
        description: "Done.",
        ...(route.answer && {
          content: { "application/json": { schema: jsonSchema(route.answer, "output") } },
        }),
      },
      default: { $ref: "#/components/responses/Problem" },
    },
  };
}

const ifMatch = {
  name: "If-Match",
  in: "header",
  required: true,
  description: "The ETag that was read, or * for any version.",
  schema: { type: "string" },
};

function queryParameters({ query, example }: Route): readonly object[] {
  const { properties = {}, required = [] } = jsonSchema(query, "input");
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
    ...(example?.query?.[name] !== undefined && { example: example.query[name] }),
  }));
}

/** What only code can check (a time zone's name, an address) is said in words by the errors. */
function jsonSchema(schema: v.GenericSchema, typeMode: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode,
    target: "draft-2020-12",
  });
  return rest;
}

const codes = Object.keys(managementProblems) as ManagementProblemCode[];
const problemSchema = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "request_id"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "Says how to go on." },
    code: { enum: codes },
    request_id: { type: "string" },
    errors: {
      type: "array",
      items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } } },
    },
  },
};
const problemContent = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
