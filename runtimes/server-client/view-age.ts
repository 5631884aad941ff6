import type { Ad } from "../../core/contract/ad.ts";
import { minViewAgeMs } from "../../core/timing/windows.ts";

/** The ads that a client got in the last second. */
export interface ViewAges {
  /** Notes an ad that has come now. */
  readonly note: (ad: Ad | null) => void;
  /** Milliseconds until a view of this delivery is not too early. 0 for one that is old enough or of another client. */
  readonly waitMs: (deliveryId: string) => number;
}

/** More than a client gets in a second; the oldest are forgotten, and learn the pause from the server. */
const mostNoted = 10_000;
/** A timer may fire a millisecond early, and instants of the store are cut to milliseconds. */
const marginMs = 10;

/** Remembers ads by a monotonic clock. */
export function createViewAges(): ViewAges {
  const oldEnoughAt = new Map<string, number>();
  return {
    note: (ad) => {
      if (ad === null) return;
      const now = performance.now();
      for (const [id, at] of oldEnoughAt) {
        if (at > now && oldEnoughAt.size < mostNoted) break;
        oldEnoughAt.delete(id);
      }
      oldEnoughAt.set(ad.delivery_id, now + minViewAgeMs + marginMs);
    },
    waitMs: (deliveryId) => Math.max(0, (oldEnoughAt.get(deliveryId) ?? 0) - performance.now()),
  };
}
