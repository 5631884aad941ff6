import type { AuditStore } from "./audit-store.ts";
import type { ReportStore } from "./report-store.ts";
import type { ServingStore } from "./serving-store.ts";

/** The reads of reports, of the quality of traffic and of the audit trail. */
export type ReportReader = Pick<ReportStore, "readCharges" | "readUniques"> &
  Pick<ServingStore, "readCounts"> &
  Pick<AuditStore, "readAudit">;

/** A store that may read for people from a copy of its database. */
export interface ReportSource {
  /**
   * Reads from a copy that may be behind and may be away while the store serves: for what people look at. Nothing that decides or writes
   * uses it: statements, write-offs, the ledger's audit, pacing and webhooks read the store itself. Absent: there is no copy.
   */
  readonly reports?: ReportReader;
}

/** What people's reports are read from: the copy if there is one, else the store. */
export function reportsOf(store: ReportReader & ReportSource): ReportReader {
  return store.reports ?? store;
}
