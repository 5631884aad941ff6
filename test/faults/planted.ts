/** Faults that a test plants in the SQL of a store, and the case of the conformance suite that must refuse the store. */
import { expect } from "vitest";
import { campaign, order } from "../conformance/fixtures.ts";
import { createTestClock, type StoreCase, type StoreHarness, storeCases } from "../conformance/mod.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";

export interface Fault {
  readonly fault: string;
  readonly plant: readonly Replacement[];
  readonly refusedBy: string;
}

/** A text of the SQL, which has it once, and the text that a fault puts in its place. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

export function caseNamed(name: string): StoreCase["run"] {
  return storeCases.find((one) => one.name === name)?.run ?? expect.fail(`no case is named "${name}"`);
}

/** The holds of two campaigns after one order reached both instances at once, each with another campaign. */
export async function heldAfterTwins(harness: StoreHarness): Promise<number> {
  const clock = createTestClock();
  const { stores, close } = await harness.open(clock);
  const [first, second] = stores;
  await storeCampaigns(first, campaign("a"), campaign("b"));
  await second.readCatalog();
  const twin = idNamed("twin", clock.now());
  await Promise.all([first.issue([order(twin, ["a"])]), second.issue([order(twin, ["b"])])]);
  const held = (await first.readSpend(["a", "b"])).map((spend) => spend?.heldMicros ?? 0);
  await close();
  return held.reduce((sum, amount) => sum + amount, 0);
}
