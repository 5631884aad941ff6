import type { EpochMs } from "../timing/clock.ts";

/** Most records of one page of the audit trail. */
export const maxAuditPage = 500;

/**
 * Who changed what. Written with the change, in one atomic step: what is not noted did not happen, and the reverse. The rules
 * of `core/storage/store.ts` for all operations hold here.
 */
export interface AuditStore {
  /**
   * Records of the audit trail: the newest first, those before `before` if it is given; or with `after` the oldest
   * first, those after it. At most `limit`. Records are only ever added, and their ids grow in the order of their commits.
   */
  readAudit(query: AuditQuery): Promise<readonly AuditRecord[]>;
}

/** All that a record may be about, and say: what an adapter checks stored words by. */
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
] as const;
export const auditActions = [
  "create",
  "update",
  "remove",
  "revoke",
  "forget",
  "sign_in",
  "sign_in_failed",
  "sign_out",
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** One thing that somebody changed. */
export interface AuditEntry {
  /** Who: `operator`, `publisher:<id>`, `command line`, what the host's `authorize` says; `unknown` of a failed sign-in. */
  readonly actor: string;
  readonly action: (typeof auditActions)[number];
  readonly kind: AuditKind;
  /**
   * Of a `user` who was forgotten: the platform, for nothing of the person is kept. Of a `session` of the console: a digest of
   * its id, and `console` where there is none.
   */
  readonly entityId: string;
  /** Whose object it is; empty when it is the operator's. */
  readonly publisherId: string;
  /** JSON: the fields that changed, from what and to what; without secrets. At most 16,384 characters. */
  readonly changes: string;
}

export interface AuditRecord extends AuditEntry {
  /** Grows with every record. */
  readonly id: number;
  /** By the store's clock. */
  readonly at: EpochMs;
}

export interface AuditQuery {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly publisherId?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly entityId?: string | undefined;
  /** 1 to {@link maxAuditPage}. */
  readonly limit: number;
}
