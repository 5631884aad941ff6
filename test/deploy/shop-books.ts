import { expect } from "vitest";
import type { Delivery } from "../../core/storage/delivery.ts";
import type { Store } from "../../core/storage/store.ts";
import { ample, scarce } from "./busy-shop.ts";
import { isKept, type SentEvent } from "./shop-load.ts";

/** The deliveries of these ids, in their order. */
export async function deliveriesOf(
  store: Store,
  ids: readonly string[],
): Promise<readonly (Delivery | undefined)[]> {
  const found: (Delivery | undefined)[] = [];
  for (let from = 0; from < ids.length; from += 512) {
    found.push(...(await store.findDeliveries(ids.slice(from, from + 512))));
  }
  return found;
}

/** The events that a client was told are stored, and that are not. */
export async function lostOf(store: Store, confirmed: readonly SentEvent[]): Promise<readonly SentEvent[]> {
  const deliveries = await deliveriesOf(
    store,
    confirmed.map(({ deliveryId }) => deliveryId),
  );
  return confirmed.filter((event, n) => !isKept(event, deliveries[n]));
}

/** What the busy shop's campaigns spent and hold is what their charges and open deliveries add up to. */
export async function expectBooksInOrder(store: Store): Promise<void> {
  const { campaigns, advertiserMicros, publisherMicros, operatorMicros } = await store.auditLedger();
  expect(advertiserMicros).toBe(publisherMicros + operatorMicros);
  for (const { id, priceMicros, totalBudgetMicros } of [scarce, ample]) {
    const ledger = campaigns.find((one) => one.campaignId === id) ?? expect.fail(`There is no ${id}.`);
    expect(ledger.usedMicros).toBe(ledger.chargedMicros);
    expect(ledger.heldMicros).toBe(ledger.openMicros);
    expect(ledger.chargedMicros).toBe(ledger.charges * priceMicros);
    expect(ledger.daysOutOfBalance).toEqual([]);
    expect(ledger.usedMicros + ledger.heldMicros).toBeLessThanOrEqual(totalBudgetMicros);
  }
}
