import type { ApiKeyRecord, Catalog } from "../catalog/entities.ts";
import type { FieldChange } from "../planning/field-change.ts";
import type { PlannedChange } from "../planning/plan.ts";
import type { AuditEntry } from "../storage/audit-store.ts";
import type { EntityRef } from "../storage/catalog-change.ts";
import { publishersOf } from "./webhook-entry.ts";

/** The actor of all changes from the command line. */
export const commandLine = "command line";

/** The maximum length of an entry's `changes`. A longer list is reduced to field names. */
const maxAuditCharacters = 16_384;
const maxNamedFields = 100;
const maxNamedLength = 100;

/** The catalogue before and after a change. */
export interface ChangedCatalog {
  readonly before: Pick<Catalog, "platforms">;
  readonly after: Pick<Catalog, "platforms">;
}

/** A planned change as the audit trail names it. */
export type AuditedChange = Omit<PlannedChange, "action"> & Pick<AuditEntry, "action">;

/**
 * Builds one entry for each changed object, in the order of the plan. Created and removed objects take about 100
 * characters each; updated ones take their diff, at most 16,384.
 */
export function catalogEntries(
  changes: readonly AuditedChange[],
  { before, after }: ChangedCatalog,
  actor: string,
): readonly AuditEntry[] {
  const publishers = changes.some(({ kind }) => kind === "platform")
    ? new Map([...after.platforms, ...before.platforms].map(({ id, publisherId }) => [id, publisherId]))
    : new Map<string, string>();
  return changes.map(({ kind, id, action, fields = [] }) => ({
    actor,
    action,
    kind,
    entityId: id,
    publisherId: kind === "publisher" ? id : kind === "platform" ? (publishers.get(id) ?? "") : "",
    changes: serializeChanges(fields),
  }));
}

/** The entry of a new key. */
export function keyCreation({ id, publisherId, mode, label }: ApiKeyRecord, actor: string): AuditEntry {
  const changes: readonly KeyChange[] = [
    { path: "mode", to: mode },
    { path: "label", to: label },
  ];
  return {
    actor,
    action: "create",
    kind: "api_key",
    entityId: id,
    publisherId,
    changes: JSON.stringify(changes),
  };
}

/**
 * The entry of a revocation. The key is invalid from `afterMs` milliseconds after the entry's own time, both by the
 * store's clock; 0: immediately. The entry holds no instant, because that would come from another clock.
 */
export function keyRevocation(
  { id, publisherId }: Pick<ApiKeyRecord, "id" | "publisherId">,
  afterMs: number,
  actor: string,
): AuditEntry {
  const changes: readonly KeyChange[] = [{ path: revokedAfterMs, to: afterMs }];
  return {
    actor,
    action: "revoke",
    kind: "api_key",
    entityId: id,
    publisherId,
    changes: JSON.stringify(changes),
  };
}

/**
 * The entries of the keys of removed publishers. The store revokes these keys in the same transaction as the removal.
 */
export function keyRevocations(
  removals: readonly EntityRef[],
  keys: Iterable<ApiKeyRecord>,
  actor: string,
): readonly AuditEntry[] {
  const removedPublishers = publishersOf(removals);
  if (removedPublishers.size === 0) return [];
  return [...keys]
    .filter(({ publisherId, revoked }) => removedPublishers.has(publisherId) && revoked !== true)
    .map((key) => keyRevocation(key, 0, actor));
}

/** The path of the single change in a {@link keyRevocation} entry. */
export const revokedAfterMs = "revokedAfterMs";

/** The path of the single change in the entry of a creative that its campaign's removal took along. Its value is the campaign's id. */
export const archivedWith = "archivedWith";

/**
 * The entry of a user's deleted deliveries on a platform. It holds neither the identity, nor its hash, nor the number
 * of deliveries. `publisherId` is empty if the platform is no longer registered.
 */
export function userForgotten(platformId: string, publisherId: string, actor: string): AuditEntry {
  return { actor, action: "forget", kind: "user", entityId: platformId, publisherId, changes: "[]" };
}

type KeyChange = Omit<FieldChange, "from">;

function serializeChanges(fields: readonly FieldChange[]): string {
  const complete = JSON.stringify(fields);
  return complete.length <= maxAuditCharacters
    ? complete
    : JSON.stringify(fields.slice(0, maxNamedFields).map(withoutValues));
}

/** Reduces a large change to its field name, and keeps the values of `status`. */
function withoutValues({ path, from, to }: FieldChange): object {
  return path === "status" ? { path, from, to } : { path: path.slice(0, maxNamedLength) };
}
