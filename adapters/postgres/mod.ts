export { isOutage } from "../../core/outage.ts";
export { StoreDataError, StoreUnavailable } from "../kit/errors.ts";
export type { Executor, Parameter, Row, RunOptions } from "./executor.ts";
export { grantsFor } from "./grants.ts";
export { type OpenPostgresOptions, openPostgres } from "./open-postgres.ts";
export { type PgExecutorOptions, type PgPool, type PgQuery, pgExecutor } from "./pg-executor.ts";
export type { PostgresJs, PostgresJsQuery } from "./postgres-js.ts";
export {
  createPostgresStore,
  type ExecutorStoreOptions,
  type PostgresStoreOptions,
} from "./postgres-store.ts";
export {
  createPostgresRateLimiter,
  type PostgresRateLimiter,
  type PostgresRateLimiterOptions,
} from "./ratelimit.ts";
export { type OpenRateLimiterOptions, openPostgresRateLimiter } from "./ratelimit-open.ts";
export type { PostgresStore, StoreOptions } from "./store.ts";
