/** How long a receipt is valid (contract.md §8). */
export const receiptMs = 3_600_000;

/** How long a request may take: twice what a server waits for its store by default. */
export const defaultTimeoutMs = 10_000;

/** Before a view is sent again; then twice as long each time. */
export const firstPauseMs = 1_000;
export const longestPauseMs = 60_000;
