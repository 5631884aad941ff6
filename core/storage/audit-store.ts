import type { EpochMs } from "../timing/clock.ts";

/** Most records of one page of the audit trail. */
export const maxAuditPage = 500;

/**
 * Who changed what. A store writes a record and its change in one atomic step, so neither exists without the other. The rules
 * of `core/storage/store.ts` for all operations hold here.
 */
export interface AuditStore {
  /**
   * Records of the audit trail: the newest first, those before `before` if it is given; or with `after` the oldest
   * first, those after it. At most `limit`. Records are only ever added, and their ids grow in the order of their commits.
   */
  readAudit(query: AuditQuery): Promise<readonly AuditRecord[]>;
}

/** The kinds of objects that an audit record may be about. Adapters check stored words against this list. */
export const auditKinds = [
  "publisher",
  "platform",
  "campaign",
  "creative",
  "topic",
  "api_key",
  "webhook",
  "user",
  "session",
  "charge",
  "statement",
] as const;
/** The actions that an audit record may name. Adapters check stored words against this list. */
export const auditActions = [
  "create",
  "update",
  "remove",
  "submit",
  "approve",
  "refuse",
  "revoke",
  "forget",
  "sign_in",
  "sign_in_failed",
  "sign_out",
  "adjust",
  "close",
] as const;

/** The kind of object that an audit record is about. */
export type AuditKind = (typeof auditKinds)[number];

/** A change to note in the audit trail. */
export interface AuditEntry {
  /**
   * `operator`, `publisher:<id>`, `command line`, or the actor that the host's `authorize` returns; `unknown` for a
   * failed sign-in.
   */
  readonly actor: string;
  /**
   * The kind of change. `submit`: what an author created or changed waits for the operator, who then approves or refuses it.
   * `forget` deletes the data of a user, `adjust` takes charges back, `close` makes a statement.
   */
  readonly action: (typeof auditActions)[number];
  /** The kind of the object that changed. */
  readonly kind: AuditKind;
  /**
   * The id of the object. For a forgotten `user`: the id of the platform, because nothing of the person is kept. For a `session`
   * of the console: a digest of its id, or `console` without a session. For adjusted `charge`s: the id of the operation. For a `statement`:
   * its account. At most 256 characters.
   */
  readonly entityId: string;
  /** The id of the publisher that owns the object; empty for the operator. */
  readonly publisherId: string;
  /** JSON: the fields that changed, from what and to what; without secrets. At most 16,384 characters. */
  readonly changes: string;
}

/** A stored entry of the audit trail. */
export interface AuditRecord extends AuditEntry {
  /** Grows with every record. */
  readonly id: number;
  /** The time of the change, by the store's clock. */
  readonly at: EpochMs;
}

/** A page of the audit trail. All filters apply together, and an absent filter fits every record. */
export interface AuditQuery {
  /** Only records with a smaller id. */
  readonly before?: number | undefined;
  /** Only records with a greater id, the oldest first. */
  readonly after?: number | undefined;
  /** Only records of objects of this publisher; empty: of the operator. */
  readonly publisherId?: string | undefined;
  /** Only records about objects of this kind. */
  readonly kind?: AuditKind | undefined;
  /** Only records about the object with this id. */
  readonly entityId?: string | undefined;
  /** 1 to {@link maxAuditPage}. */
  readonly limit: number;
}
