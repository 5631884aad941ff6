import { maxBatch, type ServingStore } from "../storage/serving-store.ts";

const maxRounds = 20;

/** Gives back the holds of expired deliveries, in bounded steps. What is left after the last is for the next call. */
export async function releaseExpiredHolds(store: ServingStore): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    if ((await store.releaseExpired(maxBatch)) < maxBatch) return;
  }
}
