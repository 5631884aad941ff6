import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { KeyRotation } from "../../core/storage/management-store.ts";
import { oneOf } from "../kit/stored-values.ts";
import { type Context, newNonce, nowArgument } from "./context.ts";

import { keyDocument, storedKey } from "./key-document.ts";
import { addKeyScript, listKeysScript, revokeKeyScript, rotateKeyScript } from "./scripts/keys.ts";

const pageLength = 1_000;

export async function addApiKey(
  context: Context,
  key: ApiKeyRecord,
  audit: AuditEntry | undefined,
  most: number | undefined,
): Promise<"added" | "exists" | "full"> {
  const limit = most === undefined ? "" : String(most);
  const args = [
    nowArgument(context),
    newNonce(),
    key.id,
    keyDocument(key),
    key.publisherId,
    limit,
    ...auditArgument(audit),
  ];
  const { head } = await context.run(addKeyScript, [context.keys.root], args);
  return oneOf(head[0], ["added", "exists", "full"]);
}

export async function revokeApiKey(
  context: Context,
  id: string,
  afterMs: number,
  audit: AuditEntry | undefined,
): Promise<ApiKeyRecord | undefined> {
  const args = [nowArgument(context), newNonce(), id, String(afterMs), ...auditArgument(audit)];
  const { head, lines } = await context.run(revokeKeyScript, [context.keys.root], args);
  return oneOf(head[0], ["none", "key"]) === "none" ? undefined : storedKey(lines[0] ?? "");
}

export async function rotateApiKey(
  context: Context,
  { id, afterMs, key, most, audit = [] }: KeyRotation,
): Promise<"rotated" | "unknown" | "revoked" | "exists" | "full"> {
  const { head } = await context.run(
    rotateKeyScript,
    [context.keys.root],
    [
      nowArgument(context),
      newNonce(),
      id,
      String(afterMs),
      key.id,
      keyDocument(key),
      key.publisherId,
      most === undefined ? "" : String(most),
      ...audit.map((entry) => JSON.stringify(entry)),
    ],
  );
  return oneOf(head[0], ["rotated", "unknown", "revoked", "exists", "full"]);
}

export async function listApiKeys(
  { run, keys }: Context,
  publisherId: string | undefined,
): Promise<readonly ApiKeyRecord[]> {
  const all: ApiKeyRecord[] = [];
  for (;;) {
    const { lines } = await run(listKeysScript, [keys.root], [String(all.length)]);
    all.push(...lines.map(storedKey));
    if (lines.length < pageLength) break;
  }
  return all
    .filter((key) => publisherId === undefined || key.publisherId === publisherId)
    .sort((a, b) => a.createdAt - b.createdAt);
}

export function auditArgument(audit: AuditEntry | undefined): readonly string[] {
  return audit === undefined ? [] : [JSON.stringify(audit)];
}
