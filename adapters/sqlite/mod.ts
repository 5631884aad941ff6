export { StoreDataError, StoreUnavailable } from "../kit/errors.ts";
export { FileInUse } from "./errors.ts";
export { planMigrations } from "./migrate.ts";
export { openSqlite, type SqliteStore, type SqliteStoreOptions } from "./open-sqlite.ts";
