import type { Campaign, CreativeVersion, Platform, Publisher, Topic } from "../../core/catalog/entities.ts";
import { isRecord } from "../../core/catalog/record.ts";

/**
 * Entities are stored as the JSON documents that the core validated and gave us, and come back as they are. These are
 * the only places where a stored document is taken for an entity; the id is checked, the rest is trusted.
 */
export const storedPublisher: (json: string) => Publisher = reader(hasId<Publisher>);
export const storedPlatform: (json: string) => Platform = reader(hasId<Platform>);
export const storedCampaign: (json: string) => Campaign = reader(hasId<Campaign>);
export const storedTopic: (json: string) => Topic = reader(hasId<Topic>);
export const storedCreative: (json: string) => CreativeVersion = reader(isCreativeVersion);

function reader<T>(fits: (value: unknown) => value is T): (json: string) => T {
  return (json) => {
    const value: unknown = JSON.parse(json);
    if (fits(value)) return value;
    throw new TypeError("a stored document is not the entity that it should be: restore it from a backup");
  };
}

function hasId<T extends { readonly id: string }>(value: unknown): value is T {
  return isRecord(value) && typeof value["id"] === "string";
}

function isCreativeVersion(value: unknown): value is CreativeVersion {
  return isRecord(value) && typeof value["versionId"] === "string" && isRecord(value["creative"]);
}
