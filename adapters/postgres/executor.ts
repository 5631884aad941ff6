import { isTransient, toStoreError } from "./errors.ts";

/** What goes into a statement: objects travel as JSON text, so that both drivers send the same bytes. */
export type Parameter = string | number | boolean | null;

export type Row = Readonly<Record<string, unknown>>;

/** One way to a database. Rejects with `StoreDataError` or `StoreUnavailable`. */
export interface Executor {
  /** Runs one statement in a transaction of its own. */
  run(text: string, parameters: readonly Parameter[]): Promise<readonly Row[]>;
  /** True for a server, whose settings decide what survives; false for an embedded database. */
  readonly server: boolean;
  close(): Promise<void>;
}

const maxTries = 4;

/**
 * Wraps a driver's own call: its errors become ours, and what failed only because two calls met is repeated.
 */
export async function attempt<T>(call: () => PromiseLike<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries === maxTries || !isTransient(error)) throw toStoreError(error);
    }
  }
}
