import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** Unique keys and CHECKs carry the promises once more: a bug ends as an exception, not as a wrong charge. */
const schema = `
  CREATE TABLE IF NOT EXISTS revision (n INTEGER NOT NULL) STRICT;
  INSERT INTO revision SELECT 0 WHERE NOT EXISTS (SELECT * FROM revision);
  CREATE TABLE IF NOT EXISTS entities (
    kind TEXT, id TEXT, revision INTEGER NOT NULL, body TEXT, -- null: removed
    PRIMARY KEY (kind, id)) STRICT;
  CREATE TABLE IF NOT EXISTS versions (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS accounts (
    campaign TEXT PRIMARY KEY, total_budget INTEGER NOT NULL, daily_budget INTEGER NOT NULL,
    spent INTEGER NOT NULL DEFAULT 0 CHECK (spent >= 0), held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
    CHECK (spent + held <= total_budget)) STRICT;
  CREATE TABLE IF NOT EXISTS account_days (
    campaign TEXT, day TEXT, spent INTEGER NOT NULL CHECK (spent >= 0), held INTEGER NOT NULL CHECK (held >= 0),
    PRIMARY KEY (campaign, day)) STRICT;
  CREATE TABLE IF NOT EXISTS deliveries (
    id TEXT PRIMARY KEY, campaign TEXT NOT NULL, user_key TEXT NOT NULL, day TEXT NOT NULL, price INTEGER NOT NULL,
    issued_at INTEGER NOT NULL, hold TEXT NOT NULL, shown INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_of_user ON deliveries (campaign, user_key, issued_at);
  CREATE INDEX IF NOT EXISTS deliveries_at ON deliveries (issued_at);
  CREATE INDEX IF NOT EXISTS open_holds ON deliveries (issued_at) WHERE hold = 'open';
  CREATE TABLE IF NOT EXISTS charges (
    delivery TEXT PRIMARY KEY, campaign TEXT NOT NULL, day TEXT NOT NULL,
    price INTEGER NOT NULL, publisher INTEGER NOT NULL, charged_at INTEGER NOT NULL, fields TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS charges_at ON charges (charged_at);
  CREATE TABLE IF NOT EXISTS counts (
    hour INTEGER, metric TEXT, reason TEXT, platformId TEXT, placement TEXT, format TEXT, language TEXT,
    campaignId TEXT, creativeId TEXT, topicId TEXT, n INTEGER NOT NULL,
    PRIMARY KEY (hour, metric, reason, platformId, placement, format, language, campaignId, creativeId, topicId)) STRICT;
  CREATE TABLE IF NOT EXISTS audit (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS webhooks (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS messages (
    webhook TEXT, id TEXT, body TEXT NOT NULL, created_at INTEGER NOT NULL, attempts INTEGER NOT NULL,
    due_at INTEGER, -- null: done
    PRIMARY KEY (webhook, id)) STRICT;
  CREATE INDEX IF NOT EXISTS due_messages ON messages (due_at) WHERE due_at NOT NULL;
`;

export type Row = Readonly<Record<string, unknown>>;

export interface Database {
  readonly all: (sql: string, ...values: readonly SQLInputValue[]) => readonly Row[];
  readonly get: (sql: string, ...values: readonly SQLInputValue[]) => Row | undefined;
  readonly run: (sql: string, ...values: readonly SQLInputValue[]) => void;
  /**
   * Everything that `work` does, or nothing of it, with nobody in between. SQLite lets one connection write at a
   * time and IMMEDIATE takes that turn before the first read: on this one line all promises about races rest.
   */
  readonly write: <T>(work: () => T) => T;
  /** Everything that `work` reads is of one moment. */
  readonly read: <T>(work: () => T) => T;
  readonly close: () => void;
}

export function openDatabase(path: string): Database {
  const connection = new DatabaseSync(path);
  // Wait for another process's turn; answer only when what was written is on the disk.
  connection.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const transaction = <T>(begin: string, work: () => T): T => {
    connection.exec(begin);
    try {
      const result = work();
      connection.exec("COMMIT");
      return result;
    } catch (error) {
      if (connection.isTransaction) connection.exec("ROLLBACK");
      throw error;
    }
  };
  transaction("BEGIN IMMEDIATE", () => connection.exec(schema));
  return {
    all: (sql, ...values) => prepare(sql).all(...values),
    get: (sql, ...values) => prepare(sql).get(...values),
    run: (sql, ...values) => {
      prepare(sql).run(...values);
    },
    write: (work) => transaction("BEGIN IMMEDIATE", work),
    read: (work) => transaction("BEGIN", work),
    close: () => connection.close(),
  };
}

export function integer(row: Row | undefined, column: string): number {
  const value = row?.[column];
  if (typeof value !== "number")
    throw new TypeError(`column ${column} holds no integer: is this our database?`);
  return value;
}

export function text(row: Row | undefined, column: string): string {
  const value = row?.[column];
  if (typeof value !== "string") throw new TypeError(`column ${column} holds no text: is this our database?`);
  return value;
}

/** What this store wrote as JSON gets its type back, here and nowhere else. */
export function parsed<T>(row: Row | undefined, column = "body"): T {
  return JSON.parse(text(row, column)) as T;
}
