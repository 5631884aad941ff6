/** Outside the contract, for tests only: which runtime answers, a clock to move, the books, and the process's memory. */
export const runtimePath = "/api/v1/__runtime";
/** `?ms=1000` moves the clock of the store and of the core ahead. */
export const advancePath = "/api/v1/__advance";
/** `LedgerAudit` as JSON. */
export const auditPath = "/api/v1/__audit";
/** `?ids=…,…`: the ids of these deliveries that are not charged, as JSON; in `test/cloudflare/worker.ts`. */
export const unchargedPath = "/api/v1/__uncharged";
/** `{ text }`: the metrics of a worker. */
export const metricsPath = "/api/v1/__metrics";
/** `ProcessMemory` of probes.ts as JSON, on Node; `?collect` collects garbage before. */
export const memoryPath = "/api/v1/__memory";
