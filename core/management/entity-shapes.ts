import * as v from "valibot";
import { campaignSchema } from "../catalog/campaign-schema.ts";
import { creativeSchema } from "../catalog/creative-schema.ts";
import { maxEntitiesPerKind } from "../catalog/limits.ts";
import { platformSchema } from "../catalog/platform-schema.ts";
import { publisherSchema } from "../catalog/publisher-schema.ts";
import { topicSchema } from "../catalog/topic-schema.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import { roleFields } from "./role-fields.ts";
import type { BodyShape } from "./route.ts";

const list = (item: v.GenericSchema, title: string): v.GenericSchema => v.array(v.pipe(item, v.title(title)));
const part = (item: v.GenericSchema, title: string) =>
  v.optional(v.pipe(v.array(v.pipe(item, v.title(title))), v.maxLength(maxEntitiesPerKind)), () => []);

/** One kind of object in `/openapi.json`. */
export interface EntityShapes {
  readonly answer: v.GenericSchema;
  readonly creation: BodyShape;
  readonly replacement: BodyShape;
}

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
      words: { id: "Stays: leave it out, or send that of the path.", ...words },
    },
  };
}

/** A campaign as it is answered. */
export const campaignAnswer: v.GenericSchema = entityShapes("campaign", campaignSchema).answer;

/** Everything declared, as it is answered. */
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

/** The document that `apply` takes. */
export const catalogDeclaration: v.GenericSchema = v.pipe(
  v.strictObject({
    $schema: v.optional(v.string()),
    publishers: part(publisherSchema, "PublisherDeclaration"),
    platforms: part(platformSchema, "PlatformDeclaration"),
    topics: part(topicSchema, "TopicDeclaration"),
    campaigns: part(campaignSchema, "CampaignDeclaration"),
    creatives: part(creativeSchema, "CreativeDeclaration"),
  }),
  v.title("CatalogDeclaration"),
);

/** A field that differs; what is absent was, or is, not there. */
export const fieldChange: v.GenericSchema = v.pipe(
  v.strictObject({ path: v.string(), from: v.optional(v.unknown()), to: v.optional(v.unknown()) }),
  v.title("FieldChange"),
);
