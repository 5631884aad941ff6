export { FileInUse, StoreDataError, StoreUnavailable } from "./errors.ts";
export { type PlannedMigration, planMigrations } from "./migrate.ts";
export { openSqlite, type SqliteStore, type SqliteStoreOptions } from "./open-sqlite.ts";
