import type { EpochMs } from "../timing/clock.ts";
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import type { Random } from "./random.ts";

/** 16 bytes have exactly one spelling of 22 letters; the last carries two bits. */
const pattern = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/**
 * A new delivery id: UUIDv7 layout (RFC 9562 §5.7: 48-bit time, 74 random bits) as 22 characters of base64url. The last bit is not
 * random: it says whether the identity is stored, so that later calls about the delivery know it. With `place`, from 0 to 1,023, ten
 * more bits name the database of the delivery.
 */
export function createDeliveryId(
  now: EpochMs,
  random: Random,
  hasIdentity: boolean = true,
  place?: number,
): string {
  const bytes = new Uint8Array(16);
  bytes.set(random(10), 6);
  let rest = now;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  if (place !== undefined) {
    bytes[8] = ((bytes[8] ?? 0) & 0xfc) | (place >> 8);
    bytes[9] = place & 0xff;
  }
  bytes[15] = ((bytes[15] ?? 0) & 0xfe) | (hasIdentity ? 1 : 0);
  return toBase64Url(bytes);
}

/** Whether nothing of the identity is stored with the delivery of this id. */
export function isWithoutIdentity(id: string): boolean {
  const last = parseDeliveryId(id)?.at(-1);
  return last !== undefined && last % 2 === 0;
}

/** The 16 bytes of a delivery id, `undefined` for anything else. */
export function parseDeliveryId(id: string): Uint8Array | undefined {
  return pattern.test(id) ? fromBase64Url(id) : undefined;
}

/**
 * The database that a delivery id names, 0 to 1,023; 0 for anything but a delivery id. A random number if the id was made without a
 * place.
 */
export function placeOfDelivery(id: string): number {
  const bytes = parseDeliveryId(id);
  return bytes === undefined ? 0 : (((bytes[8] ?? 0) & 0x03) << 8) | (bytes[9] ?? 0);
}

/** When the id was made, by the clock of the instance that made it. */
export function deliveryIdTime(id: Uint8Array): EpochMs {
  let time = 0;
  for (let index = 0; index < 6; index++) time = time * 256 + (id[index] ?? 0);
  return time;
}
