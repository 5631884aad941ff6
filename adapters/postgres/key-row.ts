import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { numberOf, optionalNumberOf, recordOf, textOf } from "./json.ts";

/** An API key from `to_jsonb` of its row. */
export function toApiKey(value: unknown): ApiKeyRecord {
  const row = recordOf(value);
  const key: ApiKeyRecord = {
    id: textOf(row["id"]),
    publisherId: textOf(row["publisher_id"]),
    mode: modeOf(row["mode"]),
    label: textOf(row["label"]),
    hash: textOf(row["hash"]),
    createdAt: numberOf(row["created_at"]),
    revokedAt: optionalNumberOf(row["revoked_at"]),
  };
  return row["revoked"] === true ? { ...key, revoked: true } : key;
}

const modes: readonly KeyMode[] = ["live", "test", "manage"];

function modeOf(value: unknown): KeyMode {
  const mode = modes.find((name) => name === value);
  if (mode === undefined) throw new TypeError(`a stored API key has the unknown mode ${String(value)}`);
  return mode;
}
