/**
 * Whether an error of a store means an outage: the store is unreachable or cannot write now. Any other error means a
 * bad item or a bug.
 */
export function isOutage(error: unknown): boolean {
  return typeof error === "object" && error !== null && "outage" in error && error.outage === true;
}
