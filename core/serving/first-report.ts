import type { RateLimiter } from "../ratelimit/rate-limiter.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";

/** Whether a delivery is reported for the first time. Instances agree if they share a limiter. True when it fails. */
export type IsFirstReport = (deliveryId: string) => Promise<boolean>;

/** One report of each delivery, as long as it can be reported. */
export function createIsFirstReport(limiter: RateLimiter): IsFirstReport {
  return async (deliveryId) => {
    const claim = { key: `report:${deliveryId}`, limit: 1, windowMs: deliveryLifetimeMs, cost: 1 };
    const [decision] = await limiter.take([claim]).catch(() => []);
    return decision?.granted !== false;
  };
}
