import {
  type AuditKind,
  type AuditRecord,
  type AuditStore,
  maxAuditPage,
} from "../../storage/audit-store.ts";
import type { Clock } from "../../timing/clock.ts";

/** Reads the audit records of one kind, each once, in order. Keeps its position in memory. */
export interface AuditCursor {
  /** Passes new records to `handle`, one page at a time. If `handle` rejects, the page is read again the next time. */
  readonly read: (handle: (records: readonly AuditRecord[]) => Promise<void>) => Promise<void>;
}

/** How far back a new cursor starts: the longest supported time without a run. */
export const lookBackMs: number = 3 * 24 * 3_600_000;

/** The maximum pages of one call, forward, and of the search for the start. */
const maxPages = 20;
const maxPagesBack = 200;

export function createAuditCursor(store: AuditStore, kind: AuditKind, clock: Clock): AuditCursor {
  let position: number | undefined;
  return {
    read: async (handle) => {
      position ??= await findStart(store, kind, clock() - lookBackMs);
      for (let page = 0; page < maxPages; page++) {
        const records = await store.readAudit({ kind, after: position, limit: maxAuditPage });
        const last = records.at(-1);
        if (last === undefined) return;
        await handle(records);
        position = last.id;
        if (records.length < maxAuditPage) return;
      }
    },
  };
}

/** The id of the newest record before `from`; 0 if there is no older record. */
async function findStart(store: AuditStore, kind: AuditKind, from: number): Promise<number> {
  let before: number | undefined;
  for (let page = 0; page < maxPagesBack; page++) {
    const records = await store.readAudit({ kind, before, limit: maxAuditPage });
    const old = records.find(({ at }) => at < from);
    if (old !== undefined) return old.id;
    if (records.length < maxAuditPage) return 0;
    before = records.at(-1)?.id;
  }
  return before ?? 0;
}
