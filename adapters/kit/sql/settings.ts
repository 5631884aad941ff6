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
