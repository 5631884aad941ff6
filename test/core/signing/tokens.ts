import fc from "fast-check";
import { adFormats } from "../../../core/contract/formats.ts";
import type { Action } from "../../../core/signing/action.ts";
import { createDeliveryId, parseDeliveryId } from "../../../core/signing/delivery-id.ts";
import type { Holder } from "../../../core/signing/holder.ts";
import { createKeyring, type Keyring } from "../../../core/signing/keyring.ts";
import { seededRandom } from "../seeded.ts";

export const keyring: Keyring = createKeyring(["a signing secret of at least 32 letters"], "i".repeat(32));

export const holder: Holder = {
  caller: "browser",
  platformId: "pf_one",
  identity: { kind: "visitor", value: "visitor-0123456789" },
};

const random = seededRandom(7);
export const deliveryA: string = createDeliveryId(1_700_000_000_000, random);
export const deliveryB: string = createDeliveryId(1_700_000_000_000, random);
export const deliveryABytes: Uint8Array = bytesOf(deliveryA);

export function bytesOf(deliveryId: string): Uint8Array {
  const bytes = parseDeliveryId(deliveryId);
  if (bytes === undefined) throw new Error(`not a delivery id: ${deliveryId}`);
  return bytes;
}

export const anyAction: fc.Arbitrary<Action> = fc.record({
  test: fc.boolean(),
  format: fc.constantFrom(...adFormats),
  scene: fc.nat(255),
  button: fc.nat(255),
});

/** Holders that differ from {@link holder} in one thing each. */
export const strangers: Readonly<Record<string, Holder>> = {
  "a server with a live key": { ...holder, caller: "live_key" },
  "a server with a test key": { ...holder, caller: "test_key" },
  "another platform": { ...holder, platformId: "pf_two" },
  "the same identity sent as stable_user_id": { ...holder, identity: { ...holder.identity, kind: "stable" } },
  "the same identity from a messenger": { ...holder, identity: { ...holder.identity, kind: "messenger" } },
  "another visitor": { ...holder, identity: { kind: "visitor", value: "visitor-0123456780" } },
  "a longer visitor": { ...holder, identity: { kind: "visitor", value: "visitor-01234567890" } },
};
