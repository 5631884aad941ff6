/** Whether a store's error says that the store cannot be reached or cannot write now, rather than that an item is bad. */
export function isOutage(error: unknown): boolean {
  return typeof error === "object" && error !== null && "outage" in error && error.outage === true;
}
