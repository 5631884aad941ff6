import { integerOf } from "./columns.ts";
import type { Session } from "./session.ts";

/** The store's time. */
export type Clock = (session: Pick<Session, "all">) => Promise<number>;

/** The clock of the database, the same for all instances. */
export const databaseClock: Clock = async (session) => {
  const [row] = await session.all("SELECT @now AS now_ms");
  return integerOf(row?.["now_ms"]);
};
