import { toBase64Url } from "./base64url.ts";
import { parseDeliveryId } from "./delivery-id.ts";
import type { Keyring } from "./keyring.ts";
import { openToken, payloadOfUnknownKey, sealToken, type TokenShape } from "./token.ts";

/**
 * The id in a click link, and a bot ad's `impression_id` (contract.md §2.7, §4.5): 33 bytes, 44 characters. It
 * carries its delivery and is bound to no identity, because a click has none. Version 2 belongs to a test ad.
 */
const payloadBytes = 19;
const shape: TokenShape = { purpose: "click", versions: [1, 2], payloadBytes, tagBytes: 12 };
const idBytes = 16;

export interface Click {
  readonly test: boolean;
  readonly deliveryId: string;
  readonly scene: number;
  readonly button: number;
}

export function sealClickId(
  keyring: Keyring,
  deliveryId: Uint8Array,
  click: Omit<Click, "deliveryId">,
): string {
  const payload = new Uint8Array(payloadBytes);
  payload.set(deliveryId);
  payload[idBytes] = click.button;
  payload[idBytes + 1] = click.scene >> 8;
  payload[idBytes + 2] = click.scene & 255;
  return sealToken(keyring, shape, click.test ? 2 : 1, payload, []);
}

export function openClickId(keyring: Keyring, text: string): Click | undefined {
  const opened = openToken(keyring, shape, text, () => []);
  if (opened === undefined) return undefined;
  const { payload } = opened;
  const deliveryId = deliveryOf(payload);
  if (deliveryId === undefined) return undefined;
  return {
    test: opened.version === 2,
    deliveryId,
    button: payload[idBytes] ?? 0,
    scene: ((payload[idBytes + 1] ?? 0) << 8) | (payload[idBytes + 2] ?? 0),
  };
}

/** The delivery of a well-formed click id that no secret of the ring can have signed. Not verified. */
export function deliveryOfUnknownKey(keyring: Keyring, text: string): string | undefined {
  const payload = payloadOfUnknownKey(keyring, shape, text);
  return payload && deliveryOf(payload);
}

function deliveryOf(payload: Uint8Array): string | undefined {
  const deliveryId = toBase64Url(payload.subarray(0, idBytes));
  return parseDeliveryId(deliveryId) === undefined ? undefined : deliveryId;
}
