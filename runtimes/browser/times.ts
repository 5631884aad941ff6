/** The validity of a receipt (contract.md §8). */
export const receiptMs = 3_600_000;

/** The default timeout of a request: twice the default time that a server waits for its store. */
export const defaultTimeoutMs = 10_000;

/** The pause before the first retry of a confirmation. It doubles each time. */
export const firstPauseMs = 1_000;
export const longestPauseMs = 60_000;

/** contract.md §3, fact 4: for at least one second. */
export const viewMs = 1_000;

/** The browser reports movement. Covers, effects, and a size without movement are checked at this interval. */
export const checkMs = 200;
