import type { ApiKeyRecord, Catalog } from "../catalog/entities.ts";
import type { FieldChange } from "../planning/field-change.ts";
import type { PlannedChange } from "../planning/plan.ts";
import type { AuditEntry } from "../storage/audit-store.ts";
import type { EntityRef } from "../storage/catalog-change.ts";
import { publishersOf } from "./webhook-entry.ts";

/** The actor of every change that the command line makes. */
export const commandLine = "command line";

/** Most characters of one entry's `changes`; a longer list becomes names of fields. */
const maxAuditCharacters = 16_384;
const maxNamedFields = 100;
const maxNamedLength = 100;

/** The catalogue around a change. */
export interface ChangedCatalog {
  readonly before: Pick<Catalog, "platforms">;
  readonly after: Pick<Catalog, "platforms">;
}

/**
 * One entry for each object that changes, in the order of the plan: whoever makes the change, and however many objects it
 * has. Created and removed objects cost some 100 characters each; updated ones their diff, at most 16,384.
 */
export function catalogEntries(
  changes: readonly PlannedChange[],
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
    changes: bounded(fields),
  }));
}

/** A key that was made. */
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
 * A key that is refused `afterMs` milliseconds after the record's own time, both by the store's clock; 0: at once. An
 * instant would be another clock's.
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

/** The keys of removed publishers, which the store revokes at once, in the step of the removal. */
export function keyRevocations(
  removals: readonly EntityRef[],
  keys: Iterable<ApiKeyRecord>,
  actor: string,
): readonly AuditEntry[] {
  const gone = publishersOf(removals);
  if (gone.size === 0) return [];
  return [...keys]
    .filter(({ publisherId, revoked }) => gone.has(publisherId) && revoked !== true)
    .map((key) => keyRevocation(key, 0, actor));
}

/** The path of {@link keyRevocation}'s one change. */
export const revokedAfterMs = "revokedAfterMs";

/**
 * Somebody's deliveries on a platform that were deleted: neither the identity nor a hash of it, nor how many they were.
 * `publisherId` is empty for a platform that is not registered any more.
 */
export function userForgotten(platformId: string, publisherId: string, actor: string): AuditEntry {
  return { actor, action: "forget", kind: "user", entityId: platformId, publisherId, changes: "[]" };
}

type KeyChange = Omit<FieldChange, "from">;

function bounded(fields: readonly FieldChange[]): string {
  const whole = JSON.stringify(fields);
  return whole.length <= maxAuditCharacters
    ? whole
    : JSON.stringify(fields.slice(0, maxNamedFields).map(named));
}

/** Of a change too large to be noted whole the names of the fields, and what became of the status. */
function named({ path, from, to }: FieldChange): object {
  return path === "status" ? { path, from, to } : { path: path.slice(0, maxNamedLength) };
}
