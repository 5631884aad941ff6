/** Every window of the contract, with its unit in its name. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** contract.md §4.3, §8: a view confirmation younger than this is answered 409. */
export const minViewAgeMs = 1_000;

/**
 * contract.md §3.3, §8: a receipt is valid for one hour. The ad itself, its actions and the hold on the
 * campaign's budget end at the same instant, so that a valid view always finds its money.
 */
export const deliveryLifetimeMs: number = hourMs;

/** How old the catalogue snapshot may grow before a request asks the store whether it changed. */
export const catalogMaxAgeMs = 1_000;

/** How old it may be and still serve while the store is asked: a revoked key is refused within two seconds. */
export const catalogMaxStaleMs = 2_000;

/** How long the statistics of an hour are kept unless the store was told otherwise. */
export const defaultCountsKeptMs: number = 400 * 24 * hourMs;

/** The longest frequency window: no longer than deliveries are kept. */
export const maxFrequencyWindowMs: number = 90 * 24 * hourMs;
