import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import { campaignSchema } from "../../core/catalog/campaign-schema.ts";
import { creativeSchema } from "../../core/catalog/creative-schema.ts";
import { platformSchema } from "../../core/catalog/platform-schema.ts";
import { publisherSchema } from "../../core/catalog/publisher-schema.ts";
import { topicDocumentSchema } from "../../core/catalog/topic-schema.ts";
import { catalogSchema } from "../../core/planning/schema.ts";

/**
 * The JSON Schema of the declarative catalogue, as text. It knows shapes, limits and patterns; what needs code
 * (origins, zones, references, formats) is left to `parseCatalog`. Here and not in core: the converter is a tool of
 * the build, and the package must not import it.
 */
export function catalogJsonSchema(): string {
  const schema = toJsonSchema(catalogSchema, {
    target: "draft-2020-12",
    typeMode: "input",
    errorMode: "ignore",
    definitions: {
      publisher: publisherSchema,
      platform: platformSchema,
      topic: topicDocumentSchema,
      campaign: campaignSchema,
      creative: creativeSchema,
    },
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "object_with_rest" ? { ...jsonSchema, additionalProperties: false } : undefined,
    overrideAction: ({ valibotAction, jsonSchema }) => {
      // JSON Schema patterns are Unicode patterns, so the flag `u` has nothing to add.
      if (valibotAction.type === "regex" && "requirement" in valibotAction)
        return pattern(jsonSchema, valibotAction.requirement);
      return valibotAction.type === "check_items" ? { ...jsonSchema, uniqueItems: true } : undefined;
    },
  });
  const { $schema, ...rest } = schema;
  return `${JSON.stringify({ $schema, title: "Handbill catalogue", ...rest }, undefined, 2)}\n`;
}

function pattern(jsonSchema: JsonSchema, requirement: unknown): JsonSchema | undefined {
  return requirement instanceof RegExp ? { ...jsonSchema, pattern: requirement.source } : undefined;
}
