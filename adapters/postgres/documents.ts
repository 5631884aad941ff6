import type {
  ApiKeyRecord,
  Campaign,
  CreativeVersion,
  Platform,
  Publisher,
  Topic,
} from "../../core/catalog/entities.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { isObject, numberOf, optionalNumberOf, recordOf, textOf } from "./json.ts";

/**
 * Entities are stored as the JSON documents that the core validated and gave us, and come back as they are.
 * These are the only places where a stored document is taken for an entity; the id is checked, the rest is
 * trusted.
 */
export const storedPublisher: (value: unknown) => Publisher = reader(hasId<Publisher>);
export const storedPlatform: (value: unknown) => Platform = reader(hasId<Platform>);
export const storedCampaign: (value: unknown) => Campaign = reader(hasId<Campaign>);
export const storedTopic: (value: unknown) => Topic = reader(hasId<Topic>);
export const storedCreative: (value: unknown) => CreativeVersion = reader(isCreativeVersion);

/** An API key from `to_jsonb` of its row. */
export function toApiKey(value: unknown): ApiKeyRecord {
  const row = recordOf(value);
  return {
    id: textOf(row["id"]),
    publisherId: textOf(row["publisher_id"]),
    mode: modeOf(row["mode"]),
    label: textOf(row["label"]),
    hash: textOf(row["hash"]),
    createdAt: numberOf(row["created_at"]),
    revokedAt: optionalNumberOf(row["revoked_at"]),
  };
}

const modes: readonly KeyMode[] = ["live", "test", "manage"];

function modeOf(value: unknown): KeyMode {
  const mode = modes.find((name) => name === value);
  if (mode === undefined) throw new TypeError(`a stored API key has the unknown mode ${String(value)}`);
  return mode;
}

function reader<T>(fits: (value: unknown) => value is T): (value: unknown) => T {
  return (value) => {
    if (fits(value)) return value;
    throw new TypeError("a stored document is not the entity that it should be: restore it from a backup");
  };
}

function hasId<T extends { readonly id: string }>(value: unknown): value is T {
  return isObject(value) && typeof value["id"] === "string";
}

function isCreativeVersion(value: unknown): value is CreativeVersion {
  return isObject(value) && typeof value["versionId"] === "string" && isObject(value["creative"]);
}
