import type { AuditEntry, AuditQuery, AuditRecord } from "../../../core/storage/audit-store.ts";
import type { CatalogVersion } from "../../../core/storage/catalog-change.ts";
import type { Clock } from "./clock.ts";
import type { Connection, Parameter, Session } from "./session.ts";
import { audit, type StateRow, state } from "./tables.ts";

export type Entries = readonly (AuditEntry | undefined)[];

/** A transaction that holds the catalogue's lock. */
export interface CatalogSession extends Session {
  readonly now: number;
  /** Increments the version that this transaction gives to the catalogue, the first time. Rows are stored with it. */
  readonly nextVersion: () => number;
  readonly version: () => CatalogVersion;
  /** A number that is greater than all before it, in the order of commits. */
  readonly nextId: () => number;
  /** Adds to the audit trail. */
  readonly note: (entries: Entries) => Promise<void>;
}

export function versionOf({ epoch, version }: StateRow): CatalogVersion {
  return `${epoch}.${version}`;
}

/** Runs `work` under the lock of the only row of the state. Accounts are locked after it, never before. */
export function changeCatalog<T>(
  db: Connection,
  clock: Clock,
  work: (session: CatalogSession) => Promise<T>,
): Promise<T> {
  return db.write(async (session) => {
    const [before] = await session.rows(state, "version >= 0 @lock");
    if (before === undefined) throw new Error("The catalogue has no state: restore a backup.");
    const after = { ...before };
    const now = await clock(session);
    const nextId = (): number => {
      after.lastId += 1;
      return after.lastId;
    };
    const result = await work({
      ...session,
      now,
      nextVersion: () => {
        after.version = before.version + 1;
        return after.version;
      },
      version: () => versionOf(after),
      nextId,
      note: (entries) => {
        const noted = entries.filter((entry) => entry !== undefined);
        return session.insert(
          audit,
          noted.map((entry): AuditRecord => ({ ...entry, id: nextId(), at: now })),
        );
      },
    });
    if (after.version !== before.version || after.lastId !== before.lastId) {
      await session.run("UPDATE @catalog_state SET version = ?, last_id = ?", after.version, after.lastId);
    }
    return result;
  });
}

export async function readTrail(db: Connection, query: AuditQuery): Promise<readonly AuditRecord[]> {
  const { before, after, publisherId, kind, entityId, limit } = query;
  const conditions: readonly (readonly [condition: string, value: Parameter | undefined])[] = [
    ["id < ?", before],
    ["id > ?", after],
    ["publisher_id = ?", publisherId],
    ["kind = ?", kind],
    ["entity_id = ?", entityId],
  ];
  const asked = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  const where = ["1 = 1", ...asked.map(({ sql }) => sql)].join(" AND ");
  const order = `ORDER BY id ${after === undefined ? "DESC" : "ASC"} LIMIT ?`;
  return db.rows(audit, `${where} ${order}`, ...asked.map(({ value }) => value), limit);
}
