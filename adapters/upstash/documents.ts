import type {
  ApiKeyRecord,
  Campaign,
  CreativeVersion,
  Platform,
  Publisher,
  Topic,
} from "../../core/catalog/entities.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { isObject, misfit, numberOf, oneOf, parseRecord, textOf } from "./json.ts";

/**
 * Entities are stored as the JSON documents that the core validated and gave us, and come back as they are.
 * These are the only places where a stored document is taken for an entity; the id is checked, the rest is
 * trusted.
 */
export const storedPublisher: (json: string) => Publisher = reader(hasId<Publisher>);
export const storedPlatform: (json: string) => Platform = reader(hasId<Platform>);
export const storedCampaign: (json: string) => Campaign = reader(hasId<Campaign>);
export const storedTopic: (json: string) => Topic = reader(hasId<Topic>);
export const storedCreative: (json: string) => CreativeVersion = reader(isCreativeVersion);

/** When it was revoked, or `-`; a tab; and the rest of the record. */
export function keyDocument({ revokedAt, ...key }: ApiKeyRecord): string {
  return `${revokedAt ?? "-"}\t${JSON.stringify(key)}`;
}

export function storedKey(document: string): ApiKeyRecord {
  const [revokedAt, json = ""] = document.split("\t");
  const key = parseRecord(json);
  return {
    id: textOf(key["id"]),
    publisherId: textOf(key["publisherId"]),
    mode: oneOf<KeyMode>(key["mode"], ["live", "test", "manage"]),
    label: textOf(key["label"]),
    hash: textOf(key["hash"]),
    createdAt: numberOf(key["createdAt"]),
    revokedAt: revokedAt === "-" ? undefined : Number(revokedAt),
  };
}

function reader<T>(fits: (value: unknown) => value is T): (json: string) => T {
  return (json) => {
    const value: unknown = JSON.parse(json);
    return fits(value) ? value : misfit("a stored entity");
  };
}

function hasId<T extends { readonly id: string }>(value: unknown): value is T {
  return isObject(value) && typeof value["id"] === "string";
}

function isCreativeVersion(value: unknown): value is CreativeVersion {
  return isObject(value) && typeof value["versionId"] === "string" && isObject(value["creative"]);
}
