import * as v from "valibot";
import { campaignSchema } from "../catalog/campaign-schema.ts";
import { creativeSchema } from "../catalog/creative-schema.ts";
import { maxEntitiesPerKind } from "../catalog/limits.ts";
import { platformSchema } from "../catalog/platform-schema.ts";
import { publisherSchema } from "../catalog/publisher-schema.ts";
import { falseMatches, topicSchema } from "../catalog/topic-schema.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import { roleFields } from "./role-fields.ts";
import type { BodyShape } from "./route.ts";

const list = (item: v.GenericSchema, title: string): v.GenericSchema => v.array(v.pipe(item, v.title(title)));
const part = (item: v.GenericSchema, title: string) =>
  v.optional(v.pipe(v.array(v.pipe(item, v.title(title))), v.maxLength(maxEntitiesPerKind)), () => []);

/** The schemas of one kind of entity in `/openapi.json`. */
export interface EntityShapes {
  /** The schema of an answer. */
  readonly answer: v.GenericSchema;
  /** The body of POST. */
  readonly creation: BodyShape;
  /** The body of PUT. */
  readonly replacement: BodyShape;
}

/** Describes one kind of entity. */
export function entityShapes(kind: EntityKind, schema: v.GenericSchema): EntityShapes {
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  const { optional, words } = roleFields(kind);
  const isDeclaration = Object.keys(words).length === 0;
  return {
    answer: v.pipe(schema, v.title(name)),
    creation: isDeclaration
      ? { title: `${name}Declaration`, schema }
      : { title: `${name}Creation`, schema, optional, words },
    replacement: {
      title: `${name}Replacement`,
      schema,
      optional: ["id", ...optional],
      words: { id: "Cannot change: omit it, or send the id of the path.", ...words },
    },
  };
}

/** The schema of a campaign in an answer. */
export const campaignAnswer: v.GenericSchema = entityShapes("campaign", campaignSchema).answer;

/** The schema of a creative in an answer. */
export const creativeAnswer: v.GenericSchema = entityShapes("creative", creativeSchema).answer;

/** The schema of the catalogue in an answer. */
export const catalogAnswer: v.GenericSchema = v.pipe(
  v.strictObject({
    publishers: list(publisherSchema, "Publisher"),
    platforms: list(platformSchema, "Platform"),
    campaigns: list(campaignSchema, "Campaign"),
    creatives: list(creativeSchema, "Creative"),
    topics: list(topicSchema, "Topic"),
  }),
  v.title("Catalog"),
);

/** The schema of a document for `apply`. */
export const catalogDeclaration: v.GenericSchema = v.pipe(
  v.strictObject({
    $schema: v.optional(v.string()),
    falseMatches: v.optional(falseMatches),
    publishers: part(publisherSchema, "PublisherDeclaration"),
    platforms: part(platformSchema, "PlatformDeclaration"),
    topics: part(topicSchema, "TopicDeclaration"),
    campaigns: part(campaignSchema, "CampaignDeclaration"),
    creatives: part(creativeSchema, "CreativeDeclaration"),
  }),
  v.title("CatalogDeclaration"),
);

/** The schema of a changed field. An absent `from` or `to` means that the field was or is absent. */
export const fieldChange: v.GenericSchema = v.pipe(
  v.strictObject({ path: v.string(), from: v.optional(v.unknown()), to: v.optional(v.unknown()) }),
  v.title("FieldChange"),
);
