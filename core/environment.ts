/** Reads one environment variable. */
export type Environment = (name: string) => string | undefined;
