import { setImmediate } from "node:timers";
import { isOutage } from "../../core/outage.ts";
import { StoreUnavailable } from "../kit/errors.ts";
import type { Database } from "./database.ts";

/** Writes of one turn of the event loop in one transaction, so that they share its wait for the disk. */
export interface GroupCommit {
  /** Fulfilled after the commit. `work` may run twice, and changes nothing but the database. */
  readonly write: <T>(work: () => T) => Promise<T>;
  /** Of one moment, after every write that was called before. */
  readonly read: <T>(work: () => T) => Promise<T>;
  /** Commits what waits. From here on writes are refused. */
  readonly close: () => void;
}

interface Write {
  /** Gives what tells the caller. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * SQLite's calls return when they are done, and nothing else happens meanwhile. Without the wait for the next turn a
 * server would see one request, commit it, see the next: a disk write for each.
 */
export function createGroupCommit(db: Database): GroupCommit {
  let waiting: Write[] = [];
  let afterCommit: (() => void)[] = [];
  let closed = false;

  const commit = (writes: readonly Write[]): void => {
    let tells: readonly (() => void)[];
    try {
      tells = db.transaction(() => writes.map(({ work }) => work()));
    } catch (error) {
      // Nothing was stored: each for itself, so that one that cannot be stored fails alone. An outage is nobody's fault, and
      // to wait for another program's lock once for each would keep everybody from being answered for as many seconds.
      if (writes.length > 1 && !isOutage(error)) for (const write of writes) commit([write]);
      else for (const { reject } of writes) reject(error);
      return;
    }
    for (const tell of tells) tell();
  };

  const flush = (): void => {
    const writes = waiting;
    waiting = [];
    if (writes.length > 0) commit(writes);
    const readers = afterCommit;
    afterCommit = [];
    for (const go of readers) go();
  };

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (closed) {
          reject(isClosed());
          return;
        }
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({
          work: () => {
            const answer = work();
            return () => resolve(answer);
          },
          reject,
        });
      }),
    read: async (work) => {
      // Who reads in a loop until a write has happened leaves it its turn.
      if (waiting.length > 0) await new Promise<void>((go) => afterCommit.push(go));
      if (closed) throw isClosed();
      return db.moment(work);
    },
    close: () => {
      closed = true;
      flush();
    },
  };
}

function isClosed(): StoreUnavailable {
  return new StoreUnavailable("The store is closed: open it again.");
}
