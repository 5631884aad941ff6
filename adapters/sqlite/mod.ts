export { FileInUse, StoreDataError, StoreUnavailable } from "./errors.ts";
export { planMigrations } from "./migrate.ts";
export { openSqlite, type SqliteStore, type SqliteStoreOptions } from "./open-sqlite.ts";
