import type { Campaign, Creative, Platform, Publisher } from "../catalog/entities.ts";
import type { FormerTopic } from "../catalog/former-topic-fields.ts";

/** An entity as a document declares it, without fields that have a default. */
type Declared<Entity, Defaulted extends keyof Entity> = Omit<Entity, Defaulted> & {
  readonly [Field in Defaulted]?: Entity[Field] | undefined;
};

/**
 * A catalogue document, as `handbill apply` and `installation.catalog.apply` read it. `handbill/catalog.schema.json` is its JSON
 * Schema. Each list may be omitted.
 */
export interface CatalogDocument {
  /** The address of the JSON Schema, for editors. */
  readonly $schema?: string | undefined;
  /** The share of out-of-scope questions that may match a topic without a `falseMatches` of its own. Default: 0.03. */
  readonly falseMatches?: number | undefined;
  /** The companies that show ads. */
  readonly publishers?: readonly Publisher[] | undefined;
  /** The applications of the publishers. */
  readonly platforms?: readonly Declared<Platform, "status" | "allowedOrigins" | "placements">[] | undefined;
  /** The subjects that campaigns can target. */
  readonly topics?: readonly Declared<Omit<FormerTopic, "trained">, "phrases">[] | undefined;
  /** The orders of the advertisers. */
  readonly campaigns?: readonly Declared<Campaign, "status" | "pacing" | "timeZone" | "weight">[] | undefined;
  /** The ads of the campaigns. */
  readonly creatives?: readonly Creative[] | undefined;
}
