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

/** The age of a snapshot from which on a request makes the instance read changes from the store. */
export const catalogMaxAgeMs = 1_000;

/** The age up to which a snapshot serves during that read, so that a revoked key is refused within two seconds. */
export const catalogMaxStaleMs = 2_000;

/** How long the counts of an hour are kept. The default of the stores. */
export const defaultCountsKeptMs: number = 400 * 24 * hourMs;

/** How long the networks of deliveries are kept: the default of the stores, and the most. */
export const maxNetworksKeptMs: number = 30 * 24 * hourMs;

/** The longest frequency window: no longer than deliveries are kept. */
export const maxFrequencyWindowMs: number = 90 * 24 * hourMs;
