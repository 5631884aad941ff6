import { parseDeliveryId } from "./delivery-id.ts";
import { bindTo, type Holder } from "./holder.ts";
import type { Keyring } from "./keyring.ts";
import { openToken, sealToken, type TokenShape } from "./token.ts";

/** `ad.view` (contract.md §2.3): 18 bytes, 24 characters. Its hour is measured by the store's clock. */
const shape: TokenShape = { purpose: "view", versions: [1], payloadBytes: 0, tagBytes: 16 };

export function sealViewReceipt(keyring: Keyring, holder: Holder, deliveryId: Uint8Array): string {
  return sealToken(keyring, shape, 1, new Uint8Array(0), bindTo(holder, deliveryId));
}

/** Whether the receipt was given to this holder for this delivery. */
export function isViewReceipt(
  keyring: Keyring,
  holder: Holder,
  deliveryId: string,
  receipt: string,
): boolean {
  const id = parseDeliveryId(deliveryId);
  return id !== undefined && openToken(keyring, shape, receipt, () => bindTo(holder, id)) !== undefined;
}
