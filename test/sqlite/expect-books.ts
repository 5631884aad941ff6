import { expect } from "vitest";
import type { Store } from "../../core/storage/store.ts";

/** Nothing is out of balance. The sum of all charges. */
export async function expectBooks(store: Store): Promise<number> {
  const { campaigns, advertiserMicros, publisherMicros, operatorMicros } = await store.auditLedger();
  for (const line of campaigns) {
    expect(line).toMatchObject({
      chargedMicros: line.usedMicros,
      openMicros: line.heldMicros,
      daysOutOfBalance: [],
    });
  }
  expect(advertiserMicros).toBe(publisherMicros + operatorMicros);
  return advertiserMicros;
}
