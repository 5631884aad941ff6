import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import { storedApiKey } from "../kit/stored-records.ts";
import { parseRecord } from "./json.ts";

/** When it is revoked, or `-`; a tab; and the rest of the record. */
export function keyDocument({ revokedAt, ...key }: ApiKeyRecord): string {
  return `${revokedAt ?? "-"}\t${JSON.stringify(key)}`;
}

export function storedKey(document: string): ApiKeyRecord {
  const [revokedAt, json = ""] = document.split("\t");
  return storedApiKey({ ...parseRecord(json), revokedAt: revokedAt === "-" ? undefined : Number(revokedAt) });
}
