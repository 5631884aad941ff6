import type { Campaign, CreativeVersion, Platform, Publisher } from "../catalog/entities.ts";
import { type FormerTopic, withFormerFieldsRenamed } from "../catalog/former-topic-fields.ts";
import { isRecord } from "../catalog/record.ts";
import type { Topic } from "../catalog/topic.ts";
import type { EntityKind } from "./catalog-change.ts";
import type { RemovedEntity } from "./management-store.ts";

// Adapters store entities as the JSON documents that the core has validated, and read them back here only.

/** Reads a stored publisher. Checks its id and trusts the rest. Throws a TypeError for a document without an id. */
export const storedPublisher: (document: unknown) => Publisher = reader(hasId<Publisher>);
/** Reads a stored platform as `storedPublisher` does. */
export const storedPlatform: (document: unknown) => Platform = reader(hasId<Platform>);
/** Reads a stored campaign as `storedPublisher` does. */
export const storedCampaign: (document: unknown) => Campaign = reader(hasId<Campaign>);
/** Reads a stored topic as `storedPublisher` does. Also reads the former names of its fields, and returns the current ones. */
export const storedTopic: (document: unknown) => Topic = (document) =>
  withFormerFieldsRenamed(readTopic(document));
const readTopic = reader(hasId<FormerTopic>);
/** Reads a stored version of a creative. Throws a TypeError for a document without a version id and a creative. */
export const storedCreative: (document: unknown) => CreativeVersion = reader(isCreativeVersion);

/** Reads a removed entity from its last document. The document of a creative is that of its version. */
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
