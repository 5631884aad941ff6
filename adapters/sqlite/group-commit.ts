import { setImmediate } from "node:timers";
import { isOutage } from "../../core/outage.ts";
import { StoreUnavailable } from "../kit/errors.ts";
import type { SqlQueries } from "../kit/sql/dialect.ts";
import type { Database } from "./database.ts";
import type { Transactions } from "./driver.ts";

interface Write {
  /** Returns the function that fulfils the call. */
  readonly work: () => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

/**
 * The transactions of a file. Those of one turn of the event loop share one commit and its wait for the disk, so
 * `work` may run twice. Nothing else uses the connection until they are done. Reads wait for every transaction that was called before
 * them. `close` commits the waiting transactions; later calls are refused.
 */
export function createGroupCommit(db: Database): Transactions {
  let waiting: Write[] = [];
  let flushing: Promise<void> | undefined;
  let closed = false;

  const queries: SqlQueries = {
    all: async (sql, values) => db.all(sql, values),
    run: async (sql, values) => db.run(sql, values),
  };

  const commit = async (writes: readonly Write[]): Promise<void> => {
    const tells: (() => void)[] = [];
    try {
      // IMMEDIATE takes the right to write before the first look.
      db.run("BEGIN IMMEDIATE");
      for (const { work } of writes) tells.push(await work());
      db.run("COMMIT");
    } catch (error) {
      db.rollBack();
      // Nothing was stored. Each call is repeated alone, so that only those fail that cannot be stored. An outage is the fault of
      // no call, and waiting for another program's lock once for each would delay all answers by as many seconds.
      if (writes.length > 1 && !isOutage(error)) for (const write of writes) await commit([write]);
      else for (const { reject } of writes) reject(error);
      return;
    }
    for (const tell of tells) tell();
  };

  /** Without the wait for the next turn, a server would see one request, commit it, and see the next: a disk write for each. */
  const flush = async (): Promise<void> => {
    await new Promise<void>((go) => setImmediate(go));
    const writes = waiting;
    waiting = [];
    await commit(writes);
    flushing = waiting.length === 0 ? undefined : flush();
  };

  const write: Transactions["write"] = (work) =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(isClosed());
        return;
      }
      waiting.push({
        work: async () => {
          const answer = await work();
          return () => resolve(answer);
        },
        reject,
      });
      flushing ??= flush();
    });

  return {
    all: async (sql, values) => {
      // A reader that loops until a write has happened leaves it its turn.
      await flushing;
      if (closed) throw isClosed();
      return db.all(sql, values);
    },
    run: (sql, values) => write(() => queries.run(sql, values)),
    transaction: (work) => write(() => work(queries)),
    write,
    close: async () => {
      closed = true;
      while (flushing !== undefined) await flushing;
      db.close();
    },
  };
}

function isClosed(): StoreUnavailable {
  return new StoreUnavailable("The store is closed: open it again.");
}
