import type { IssueOrder } from "../../core/storage/delivery.ts";
import type { Retention } from "../../core/storage/installation-store.ts";
import { defaultCountsKeptMs, maxNetworksKeptMs } from "../../core/timing/windows.ts";

const dayMs = 86_400_000;
const minNetworksKeptMs: number = 7 * dayMs;

/**
 * The retention options of a store, in milliseconds. Throws a RangeError for less than a day, and for networks that are kept for
 * less than 7 days (0 excepted) or more than 30.
 */
export function checkedRetention(
  deliveriesKeptMs: number,
  countsKeptMs: number = defaultCountsKeptMs,
  networksKeptMs: number = maxNetworksKeptMs,
  untilExported = false,
): Retention {
  return {
    deliveriesKeptMs: checkedKeptMs("deliveriesKeptMs", deliveriesKeptMs),
    countsKeptMs: checkedKeptMs("countsKeptMs", countsKeptMs),
    networksKeptMs: checkedNetworksKeptMs(networksKeptMs),
    ...(untilExported && { untilExported }),
  };
}

/** A day is far more than the hour in which a delivery holds money. */
export function checkedKeptMs(name: Exclude<keyof Retention, "networksKeptMs">, keptMs: number): number {
  if (Number.isSafeInteger(keptMs) && keptMs >= dayMs) return keptMs;
  throw new RangeError(`${name} is ${keptMs}: set it to a whole number of at least ${dayMs}, one day.`);
}

/** 0 switches networks off. Otherwise at least a week, because a store may drop them by weeks, and 30 days at most. */
export function checkedNetworksKeptMs(keptMs: number): number {
  const isKept = keptMs >= minNetworksKeptMs && keptMs <= maxNetworksKeptMs;
  if (keptMs === 0 || (Number.isSafeInteger(keptMs) && isKept)) return keptMs;
  throw new RangeError(
    `networksKeptMs is ${keptMs}: set it to 0, or to a whole number from ${minNetworksKeptMs} to ${maxNetworksKeptMs} (7 to 30 days).`,
  );
}

/** The orders as a store keeps them: without networks if it keeps none. */
export function ordersToKeep(
  orders: readonly IssueOrder[],
  { networksKeptMs }: Pick<Retention, "networksKeptMs">,
): readonly IssueOrder[] {
  return networksKeptMs === 0 ? orders.map((order) => ({ ...order, network: "" })) : orders;
}
