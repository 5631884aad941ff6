import { exportedUntil, exportMarkPrefix } from "../../../core/storage/export-mark.ts";
import { textOf } from "../stored-values.ts";
import type { Connection } from "./session.ts";
import { settings } from "./tables.ts";

/** Stores a value under a name that has none, and returns the stored one. A taken key repeats the transaction, which then reads it. */
export async function firstValue(db: Connection, name: string, value?: string): Promise<string | undefined> {
  const find = async (session: Pick<Connection, "rows">): Promise<string | undefined> =>
    (await session.rows(settings, "name = ?", name))[0]?.value;
  if (value === undefined) return find(db);
  return db.write(async (session) => {
    const stored = await find(session);
    if (stored === undefined) await session.insert(settings, [{ name, value }]);
    return stored ?? value;
  });
}

/** The instant before which all deliveries are exported. 0: an export has marked nothing. */
export async function readExportedUntil(db: Connection): Promise<number> {
  const sql = "SELECT name FROM @settings WHERE name LIKE ? ORDER BY name DESC LIMIT 1";
  const [last] = await db.all(sql, `${exportMarkPrefix}%`);
  return exportedUntil(last && textOf(last["name"]));
}
