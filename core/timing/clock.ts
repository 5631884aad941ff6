/** Milliseconds since 1970-01-01T00:00:00Z, an integer. */
export type EpochMs = number;

/** Tells the time. The only place of the core that touches the platform's clock is {@link systemClock}. */
export type Clock = () => EpochMs;

/** The platform's wall clock. Money is judged by the store's clock, never by this one. */
export const systemClock: Clock = () => Date.now();
