import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { numberOf, oneOf, parseRecord, textOf } from "./json.ts";

/** When it is revoked, or `-`; a tab; and the rest of the record. */
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
    revoked: key["revoked"] === true ? true : undefined,
  };
}
