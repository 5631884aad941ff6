import type { ApiKeyRecord, Campaign, Catalog, Creative, Platform, Publisher } from "../catalog/entities.ts";
import type { Topic } from "../catalog/topic.ts";
import type { AuditEntry } from "./audit-store.ts";
import type { ApplyOutcome, CatalogChange, CatalogVersion, EntityRef } from "./catalog-change.ts";
import type { LedgerAudit } from "./ledger-audit.ts";

/** The operations of the operator's side. */
export interface ManagementStore {
  /** The whole catalogue and its version, from one moment. */
  readCatalog(): Promise<{ readonly version: CatalogVersion; readonly catalog: Catalog }>;

  /**
   * Applies a change as a whole or not at all. `conflict` when the catalogue is no longer at `expectedVersion`.
   * `budget_below_floor` when a budget would be stored below what the campaign has used and holds (total, or on its
   * current day): every such campaign is named with the least amount that can be stored. Removing a campaign keeps
   * its deliveries, charges and spend; open deliveries of it are charged as issued. Removing a publisher revokes its
   * keys in the same step, at once: a publisher that is stored again under the id does not get them back.
   */
  applyCatalog(change: CatalogChange): Promise<ApplyOutcome>;

  /**
   * The last entity under each id before its removal; `undefined` for an id that was never removed or is in use again.
   * Kept for as long as the installation, so that no id passes to another owner.
   */
  readRemoved(refs: readonly EntityRef[]): Promise<readonly (RemovedEntity | undefined)[]>;

  /**
   * Stores a new key, and notes it. `exists` when the id is taken; `full` when its publisher has `most` keys or more that are
   * not refused (neither `revoked`, nor `revokedAt` reached by the store's clock). These two change nothing. However many
   * callers add keys at once, none is stored past `most`; without it there may be any number.
   */
  addApiKey(key: ApiKeyRecord, audit?: AuditEntry, most?: number): Promise<"added" | "exists" | "full">;

  /** All keys, of one publisher if given, revoked ones too, in order of creation. */
  listApiKeys(publisherId?: string): Promise<readonly ApiKeyRecord[]>;

  /**
   * Revokes a key `afterMs` milliseconds from now, by the store's clock; 0: at once, which sets `revoked` and moves a later
   * `revokedAt` to now. A revocation that is due earlier stays, and a key that is `revoked` stays as it is; the change is
   * noted only when there is one. Returns the key after the change, or `undefined` when there is no such key.
   */
  revokeApiKey(id: string, afterMs: number, audit?: AuditEntry): Promise<ApiKeyRecord | undefined>;

  /**
   * Stores a new key and revokes the one that it replaces after `afterMs`, as `addApiKey` and `revokeApiKey` would, in one
   * step and with their notes. `unknown`: there is no key to replace. `revoked`: it is refused already (`revoked`, or
   * `revokedAt` reached by the store's clock). `exists`: the new id is taken. `full`, only with `afterMs` above 0: the
   * publisher of the new key has `most` keys or more that are not refused. These four change nothing, and are judged in
   * this order.
   */
  rotateApiKey(rotation: KeyRotation): Promise<"rotated" | "unknown" | "revoked" | "exists" | "full">;

  /** Compares used amounts with charges and adjustments, and holds with open deliveries, of all campaigns, from one moment. */
  auditLedger(): Promise<LedgerAudit>;
}

/** A new key in place of an old one. */
export interface KeyRotation {
  /** The key that is replaced. */
  readonly id: string;
  /** How long it stays valid, in milliseconds; 0: it is refused at once. */
  readonly afterMs: number;
  /** The key that is stored. */
  readonly key: ApiKeyRecord;
  /** Most keys of its publisher, as `addApiKey` counts them; absent: any number. */
  readonly most?: number | undefined;
  /** Noted together with the change, in this order. */
  readonly audit?: readonly AuditEntry[] | undefined;
}

/** An entity that was removed. */
export type RemovedEntity =
  | Removed<"publisher", Publisher>
  | Removed<"platform", Platform>
  | Removed<"campaign", Campaign>
  | Removed<"creative", Creative>
  | Removed<"topic", Topic>;

interface Removed<Kind, Entity> {
  readonly kind: Kind;
  /** The entity as it last stood. */
  readonly entity: Entity;
}
