/** Waits for all, then rejects with the first failure, if any. */
export async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === "rejected") throw one.reason;
}
