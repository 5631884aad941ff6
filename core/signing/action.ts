import { type AdFormat, adFormats } from "../contract/formats.ts";
import { parseDeliveryId } from "./delivery-id.ts";
import { bindTo, type Holder } from "./holder.ts";
import type { Keyring } from "./keyring.ts";
import { openToken, payloadOfUnknownKey, sealToken, type TokenShape } from "./token.ts";

/** A button's `action` (contract.md §2.3): 21 bytes, 28 characters. Version 2 belongs to a test ad. */
const shape: TokenShape = { purpose: "action", versions: [1, 2], payloadBytes: 3, tagBytes: 16 };

export interface Action {
  readonly test: boolean;
  readonly format: AdFormat;
  /** Index of the scene, and of the button among all buttons of the scene; each 0 to 255. */
  readonly scene: number;
  readonly button: number;
}

export function sealAction(keyring: Keyring, holder: Holder, deliveryId: Uint8Array, action: Action): string {
  const payload = Uint8Array.of(adFormats.indexOf(action.format), action.button, action.scene);
  return sealToken(keyring, shape, action.test ? 2 : 1, payload, bindTo(holder, deliveryId));
}

/** The action that was given to this holder for this delivery, or `undefined`. */
export function openAction(
  keyring: Keyring,
  holder: Holder,
  deliveryId: string,
  text: string,
): Action | undefined {
  const id = parseDeliveryId(deliveryId);
  if (id === undefined) return undefined;
  const opened = openToken(keyring, shape, text, () => bindTo(holder, id));
  if (opened === undefined) return undefined;
  const [formatIndex = 0, button = 0, scene = 0] = opened.payload;
  const format = adFormats[formatIndex];
  return format === undefined ? undefined : { test: opened.version === 2, format, scene, button };
}

/** Whether the text is a well-formed action that no secret of the ring can have signed. */
export function isActionOfUnknownKey(keyring: Keyring, text: string): boolean {
  return payloadOfUnknownKey(keyring, shape, text) !== undefined;
}
