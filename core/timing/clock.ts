/** Milliseconds since 1970-01-01T00:00:00Z, an integer. */
export type EpochMs = number;

/** Returns the current time. Only {@link systemClock} reads the platform's clock. */
export type Clock = () => EpochMs;

/** The platform's wall clock. Decisions about money use the store's clock instead. */
export const systemClock: Clock = () => Date.now();
