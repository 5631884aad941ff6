import type { Campaign, CreativeVersion, Platform, Publisher, Topic } from "../catalog/entities.ts";
import { type FormerTopic, withFormerFieldsRenamed } from "../catalog/former-topic-fields.ts";
import { isRecord } from "../catalog/record.ts";
import type { EntityKind } from "./catalog-change.ts";
import type { RemovedEntity } from "./management-store.ts";

/**
 * For adapters. Entities are stored as the JSON documents that the core validated and gave away, and come back as they are.
 * These are the only places where a stored document is taken for an entity; the id is checked, the rest is trusted.
 * Each throws a TypeError for what is no such entity.
 */
export const storedPublisher: (document: unknown) => Publisher = reader(hasId<Publisher>);
export const storedPlatform: (document: unknown) => Platform = reader(hasId<Platform>);
export const storedCampaign: (document: unknown) => Campaign = reader(hasId<Campaign>);
/** Also reads the former field names of earlier releases, and returns the current ones. */
export const storedTopic: (document: unknown) => Topic = (document) =>
  withFormerFieldsRenamed(readTopic(document));
const readTopic = reader(hasId<FormerTopic>);
export const storedCreative: (document: unknown) => CreativeVersion = reader(isCreativeVersion);

/** The same for what was removed, by the document that was stored last; of a creative that is its version. */
export function storedRemoval(kind: EntityKind, document: unknown): RemovedEntity {
  switch (kind) {
    case "publisher":
      return { kind, entity: storedPublisher(document) };
    case "platform":
      return { kind, entity: storedPlatform(document) };
    case "campaign":
      return { kind, entity: storedCampaign(document) };
    case "creative":
      return { kind, entity: storedCreative(document).creative };
    case "topic":
      return { kind, entity: storedTopic(document) };
    default:
      return kind satisfies never;
  }
}

function reader<T>(fits: (value: unknown) => value is T): (document: unknown) => T {
  return (document) => {
    if (fits(document)) return document;
    throw new TypeError("a stored document is not the entity that it should be: restore it from a backup");
  };
}

function hasId<T extends { readonly id: string }>(value: unknown): value is T {
  return isRecord(value) && typeof value["id"] === "string";
}

function isCreativeVersion(value: unknown): value is CreativeVersion {
  return isRecord(value) && typeof value["versionId"] === "string" && isRecord(value["creative"]);
}
