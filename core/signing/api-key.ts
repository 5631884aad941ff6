import type { EpochMs } from "../timing/clock.ts";
import { sha256 } from "./hash.ts";
import type { Random } from "./random.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const hexDigits = "0123456789abcdef";
const encoder = new TextEncoder();
const idLength = 8;
const secretLength = 32;
const checksumLength = 6;
const pattern = /^hb_(live|test|manage)_([0-9A-Za-z]{8})[0-9A-Za-z]{38}$/;

/** `live` keys are billed; `test` keys get test ads everywhere; `manage` keys open a publisher's settings and get no ads. */
export const keyModes = ["live", "test", "manage"] as const;
/** The mode of an API key: see {@link keyModes}. */
export type KeyMode = (typeof keyModes)[number];

/** A new API key with the values to store. */
export interface NewApiKey {
  /** `hb_live_…`, `hb_test_…` (54 characters) or `hb_manage_…` (56). Shown once, never stored. */
  readonly key: string;
  /** The public id: 8 letters and digits after the mode. */
  readonly id: string;
  /** The SHA-256 hash of the key. Store it instead of the key. */
  readonly hash: string;
}

/** A new key: mode, 8 letters of id, 32 of secret (190 bits), 6 of checksum, which tells a typo from a wrong key. */
export function createApiKey(mode: KeyMode, random: Random): NewApiKey {
  const id = letters(idLength, random);
  const body = `hb_${mode}_${id}${letters(secretLength, random)}`;
  const key = body + checksum(body);
  return { key, id, hash: hashApiKey(key) };
}

export interface ParsedApiKey {
  readonly id: string;
  readonly mode: KeyMode;
  readonly key: string;
}

/** `undefined` for a text that cannot be a key. */
export function parseApiKey(key: string): ParsedApiKey | undefined {
  const match = pattern.exec(key);
  const mode = match?.[1];
  const id = match?.[2];
  if (id === undefined || (mode !== "live" && mode !== "test" && mode !== "manage")) return undefined;
  const body = key.slice(0, -checksumLength);
  return checksum(body) === key.slice(-checksumLength) ? { id, mode, key } : undefined;
}

/** Whether the key is the one that was stored as this mode and hash. */
export function isKeyOf(
  parsed: ParsedApiKey,
  stored: { readonly mode: KeyMode; readonly hash: string },
): boolean {
  return parsed.mode === stored.mode && isHexOf(stored.hash, sha256(encoder.encode(parsed.key)));
}

/** Whether a key is refused: it was revoked at once, or its revocation is due by the store's clock. */
export function isRevoked(
  stored: { readonly revoked?: true | undefined; readonly revokedAt?: EpochMs | undefined },
  storeNow: EpochMs,
): boolean {
  return stored.revoked === true || (stored.revokedAt !== undefined && stored.revokedAt <= storeNow);
}

function hashApiKey(key: string): string {
  let hex = "";
  for (const byte of sha256(encoder.encode(key)))
    hex += hexDigits.charAt(byte >> 4) + hexDigits.charAt(byte & 15);
  return hex;
}

/** Compares in constant time, without making the hex of the bytes. */
function isHexOf(hex: string, bytes: Uint8Array): boolean {
  if (hex.length !== bytes.length * 2) return false;
  let difference = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    difference |= hex.charCodeAt(2 * index) ^ hexDigits.charCodeAt(byte >> 4);
    difference |= hex.charCodeAt(2 * index + 1) ^ hexDigits.charCodeAt(byte & 15);
  }
  return difference === 0;
}

function letters(count: number, random: Random): string {
  let text = "";
  while (text.length < count) {
    for (const byte of random(count)) {
      // 248 is the largest multiple of 62 in a byte; the bytes above would favour the first letters.
      if (byte < 248 && text.length < count) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** CRC-32 (IEEE 802.3) in six base62 digits. */
function checksum(text: string): string {
  let crc = -1;
  for (let index = 0; index < text.length; index++) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ text.charCodeAt(index)) & 255] ?? 0);
  }
  let rest = ~crc >>> 0;
  let digits = "";
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const crcTable: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});
