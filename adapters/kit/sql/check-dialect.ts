import { toBase64Url } from "../../../core/signing/base64url.ts";
import { systemRandom } from "../../../core/signing/random.ts";
import { systemClock } from "../../../core/timing/clock.ts";
import { StoreUnavailable } from "../errors.ts";
import { integerOf } from "./columns.ts";
import type { SqlDialect } from "./dialect.ts";
import type { Connection, Session } from "./session.ts";
import { settings } from "./tables.ts";

/** No time zone is nearer to UTC than an hour. Clocks that are really wrong by less are the business of `handbill doctor`. */
const maxSkewMs = 30 * 60_000;

/** Rejects when `now` of the dialect is no time in milliseconds, or the time of a zone. */
export async function checkClock(db: Connection, { name, now }: SqlDialect): Promise<void> {
  const [row] = await db.all("SELECT @now AS now_ms");
  const stored = readInteger(row?.["now_ms"]);
  const own = systemClock();
  if (stored !== undefined && Math.abs(stored - own) <= maxSkewMs) return;
  throw new StoreUnavailable(
    `${name} says that now is ${String(row?.["now_ms"])}, and this machine says ${own}: \`now\` of its dialect must be ` +
      `milliseconds since 1970 in UTC (${now}). If it is, correct the clock that is wrong.`,
  );
}

/**
 * Rejects when a failed transaction leaves something, when a key is taken twice, or when the dialect sorts errors wrongly. Needs the
 * tables, and leaves nothing in them.
 */
export async function checkTransactions(db: Connection, dialect: SqlDialect): Promise<void> {
  const { name, faultOf } = dialect;
  const unknown = faultOf(new Error("The connection is lost."));
  if (unknown !== "outage") {
    throw new StoreUnavailable(
      `\`faultOf\` of the dialect of ${name} sorts an error that it cannot know as "${unknown}": it must be "outage", or events are dropped while the database is away.`,
    );
  }
  const row = { name: `probe ${toBase64Url(systemRandom(12))}`, value: "" };
  // The first one fails without a failed statement, after which some databases roll back by themselves.
  await failing(db, (session) => session.insert(settings, [row]));
  const left = await db.rows(settings, "name = ?", row.name);
  if (left.length > 0) {
    await db.run("DELETE FROM @settings WHERE name = ?", row.name);
    throw new StoreUnavailable(
      `A failed transaction has left a row in ${name}: \`transaction\` must begin one before \`work\`, run the statements of \`work\` in it, and roll it back when \`work\` rejects.`,
    );
  }
  let second: { readonly error: unknown } | undefined;
  await failing(db, async (session) => {
    await session.insert(settings, [row]);
    second = await session.insert(settings, [row]).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  });
  if (second === undefined) {
    throw new StoreUnavailable(`${name} took the same key twice: it must keep PRIMARY KEY unique.`);
  }
  const taken = faultOf(second.error);
  if (taken === "duplicate") return;
  throw new StoreUnavailable(
    `\`faultOf\` of the dialect of ${name} sorts the error of a taken key as "${taken}": it must be "duplicate" (${String(second.error)}).`,
  );
}

/** Runs `work` in a transaction that then fails. */
async function failing(db: Connection, work: (session: Session) => Promise<void>): Promise<void> {
  const end = new Error("This transaction is rolled back.");
  const rolledBack = db.write(async (session) => {
    await work(session);
    throw end;
  });
  await rolledBack.catch((error: unknown) => {
    if (error !== end) throw error;
  });
}

function readInteger(value: unknown): number | undefined {
  try {
    return integerOf(value);
  } catch {
    return undefined;
  }
}
