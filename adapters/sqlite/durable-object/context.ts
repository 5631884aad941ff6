/** The part of a Durable Object's `ctx` that Handbill uses. */
export interface ObjectContext {
  /** The storage of the object. Its class must have SQLite: `new_sqlite_classes` in the configuration of wrangler. */
  readonly storage: ObjectStorage;
}

/** The part of `ctx.storage` that Handbill uses. */
export interface ObjectStorage {
  /** The database of the object. All its tables belong to Handbill. */
  readonly sql: ObjectSql;
  /**
   * Runs `work` in one transaction, statements of `sql` included, and rolls back when it is rejected. No event of the object is
   * delivered meanwhile.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** The time of the alarm in milliseconds since 1970, `null` without one. */
  getAlarm(): Promise<number | null>;
  /** Sets the only alarm of the object. */
  setAlarm(at: number): Promise<void>;
}

/** The part of `ctx.storage.sql` that Handbill uses. */
export interface ObjectSql {
  /** Runs one statement, or several without values. */
  exec(sql: string, ...values: (string | number | null)[]): ObjectRows;
}

/** The rows of a statement. */
export interface ObjectRows {
  /** All rows by column. */
  toArray(): Record<string, unknown>[];
}
