import { parseDeliveryId } from "./delivery-id.ts";
import { bindTo, type Holder } from "./holder.ts";
import type { Keyring } from "./keyring.ts";
import { openToken, payloadOfUnknownKey, sealToken, type TokenShape } from "./token.ts";

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

/** Whether the text is a well-formed receipt that no secret of the ring can have signed. */
export function isReceiptOfUnknownKey(keyring: Keyring, receipt: string): boolean {
  return payloadOfUnknownKey(keyring, shape, receipt) !== undefined;
}
