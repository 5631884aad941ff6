import { type ConversionConfig, type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { isRecord } from "../catalog/record.ts";

/** Limits apply to requests only. Answers may hold values stored under older limits. */
const limits = ["regex", "min_length", "max_length", "min_value", "max_value", "max_entries"];

/**
 * Converts the schema of a body. Rules that only code checks (a time zone's name, an address) appear in error texts.
 * Defaults are in the descriptions: openapi-typescript treats a field with `default` as always sent.
 */
export function bodySchema(schema: v.GenericSchema): JsonSchema {
  return convert(schema, {
    typeMode: "input",
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      if (valibotSchema.type === "object_with_rest") return { ...jsonSchema, additionalProperties: false };
      const { default: filledIn, ...rest } = jsonSchema;
      if (valibotSchema.type !== "optional" || filledIn === undefined) return undefined;
      return { ...rest, description: `Default: ${JSON.stringify(filledIn)}.` };
    },
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === "check_items") return { ...jsonSchema, uniqueItems: true };
      const title = valibotAction.type === "title" ? jsonSchema.title : undefined;
      // The schema of an answer has the title itself.
      return title?.endsWith("Declaration") === false
        ? { ...jsonSchema, title: `${title}Declaration` }
        : undefined;
    },
  });
}

/** Converts the schema of a query: texts and whole numbers (`page.ts`). */
export function querySchema(schema: v.GenericSchema): JsonSchema {
  return convert(schema, {
    typeMode: "input",
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      if (valibotSchema.type !== "optional" || jsonSchema.type !== "integer") return undefined;
      const { default: filledIn, pattern: _ofTheText, ...rest } = jsonSchema;
      return filledIn === undefined ? rest : { ...rest, default: Number(filledIn) };
    },
  });
}

/**
 * Converts the schema of an answer. A field with a default is required. Schemas are open, because later versions may
 * add fields.
 */
export function answerSchema(schema: v.GenericSchema): JsonSchema {
  return convert(schema, {
    typeMode: "output",
    ignoreActions: limits,
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      if (!("entries" in valibotSchema)) return withoutDefault(jsonSchema);
      const { additionalProperties: _closed, ...open } = jsonSchema;
      const entries = Object.entries(Object(valibotSchema.entries));
      return { ...open, required: entries.filter(([, entry]) => isAlwaysThere(entry)).map(([name]) => name) };
    },
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type !== "safe_integer") return undefined;
      const { minimum: _least, maximum: _most, ...rest } = jsonSchema;
      return rest;
    },
  });
}

function withoutDefault({ default: _filledIn, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function isAlwaysThere(entry: unknown): boolean {
  const { type, default: filledIn } = Object(entry);
  return type !== "optional" || filledIn !== undefined;
}

function convert(schema: v.GenericSchema, config: ConversionConfig): JsonSchema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    ...config,
    errorMode: "ignore",
    target: "draft-2020-12",
  });
  return JSON.parse(JSON.stringify(rest, withFormat));
}

const maxInt32 = 2 ** 31 - 1;

/** Generators of many languages take an integer without a format for one of 32 bits, and amounts are larger. */
function withFormat(_key: string, value: unknown): unknown {
  if (!isRecord(value) || value["type"] !== "integer") return value;
  const { maximum = Number.POSITIVE_INFINITY } = value;
  return Number(maximum) > maxInt32 ? { ...value, format: "int64" } : value;
}
