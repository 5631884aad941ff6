import type { ApiKeyRecord, Catalog } from "../catalog/entities.ts";
import type { FieldChange, PlannedChange } from "../catalog/plan.ts";
import type { EntityRef } from "../storage.ts";
import type { AuditEntry } from "./audit-store.ts";
import { keyEntry, revocation } from "./key-entry.ts";

/** The actor of every change that the command line makes. */
export const commandLine = "command line";

/** Most characters of one entry's `changes`; a longer list becomes names of fields. */
const maxAuditCharacters = 16_384;
const maxNamedFields = 100;
const maxNamedLength = 100;

/** What is known around a change of the catalogue. */
export interface ChangedCatalog {
  readonly before: Pick<Catalog, "platforms">;
  readonly after: Pick<Catalog, "platforms">;
  /** All there are, at the version that the change is applied at. */
  readonly apiKeys: Iterable<ApiKeyRecord>;
}

/**
 * One entry for each object that changes, in the order of the plan: whoever makes the change, and however many objects it
 * has. Then one for each key of a removed publisher, which the store revokes in the same step. Created and removed objects cost some 100 characters each; updated ones their diff, at most 16,384.
 */
export function catalogEntries(
  changes: readonly PlannedChange[],
  { before, after, apiKeys }: ChangedCatalog,
  actor: string,
): readonly AuditEntry[] {
  const publishers = changes.some(({ kind }) => kind === "platform")
    ? new Map([...after.platforms, ...before.platforms].map(({ id, publisherId }) => [id, publisherId]))
    : new Map<string, string>();
  const entries = changes.map(
    ({ kind, id, action, fields = [] }): AuditEntry => ({
      actor,
      action,
      kind,
      entityId: id,
      publisherId: kind === "publisher" ? id : kind === "platform" ? (publishers.get(id) ?? "") : "",
      changes: bounded(fields),
    }),
  );
  const gone = publishersOf(changes.filter(({ action }) => action === "remove"));
  if (gone.size === 0) return entries;
  const revocations = [...apiKeys]
    .filter(({ publisherId, revoked }) => gone.has(publisherId) && revoked !== true)
    .map((key) => keyEntry(key, "revoke", actor, revocation(0)));
  return [...entries, ...revocations];
}

/** The ids of the publishers among some objects. */
export function publishersOf(refs: readonly EntityRef[]): ReadonlySet<string> {
  return new Set(refs.filter(({ kind }) => kind === "publisher").map(({ id }) => id));
}

/**
 * Somebody's deliveries on a platform that were deleted: neither the identity nor a hash of it, nor how many they were.
 * `publisherId` is empty for a platform that is not registered any more.
 */
export function userForgotten(platformId: string, publisherId: string, actor: string): AuditEntry {
  return { actor, action: "forget", kind: "user", entityId: platformId, publisherId, changes: "[]" };
}

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
