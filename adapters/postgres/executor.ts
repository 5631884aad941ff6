import { isTransient, toStoreError } from "./errors.ts";

/** A parameter of a statement. Objects travel as JSON text, so that both drivers send the same bytes. */
export type Parameter = string | number | boolean | null;

/** A row of a result: values by column. */
export type Row = Readonly<Record<string, unknown>>;

/** How a statement may be run. */
export interface RunOptions {
  /**
   * As a named prepared statement: one round trip instead of two. Only for a text that is one of few and whose plan depends on no
   * statistics, and whose parameters every other such text refuses: see `functionsOf`. Default false.
   */
  readonly prepare?: boolean | undefined;
  /** Another limit than the executor's, for one long statement. Milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** One way to a database. Rejects with `StoreDataError` or `StoreUnavailable`. */
export interface Executor {
  /** Runs one statement in a transaction of its own. */
  run(text: string, parameters: readonly Parameter[], options?: RunOptions): Promise<readonly Row[]>;
  /** True for a server, whose settings decide what survives; false for an embedded database. */
  readonly server: boolean;
  /** Closes the connections that it owns. */
  close(): Promise<void>;
}

const maxTries = 4;

/**
 * Wraps a call of a driver: turns its errors into errors of a store, and repeats a call that failed only because of another one,
 * 2, 4 and 8 ms later, when the other one has ended.
 */
export async function attempt<T>(call: () => PromiseLike<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries === maxTries || !isTransient(error)) throw toStoreError(error);
      await new Promise((resume) => setTimeout(resume, 2 ** tries));
    }
  }
}
