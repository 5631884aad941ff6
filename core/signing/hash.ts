/** The only file that knows the hash library. Every function is synchronous and has the same result on every runtime. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 as sha2 } from "@noble/hashes/sha2.js";

/** SHA-256 (FIPS 180-4): 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return sha2(bytes);
}

/** HMAC-SHA-256 (RFC 2104) under one key: 32 bytes. */
export type Mac = (message: Uint8Array) => Uint8Array;

/**
 * The keyed state is made once, and copied for each message into the same working state: a third of the work of a
 * MAC from scratch.
 */
export function createMac(key: Uint8Array): Mac {
  const keyed = hmac.create(sha2, key);
  const working = keyed.clone();
  return (message) => {
    const tag = new Uint8Array(keyed.outputLen);
    keyed._cloneInto(working).update(message).digestInto(tag);
    return tag;
  };
}

/** HKDF-SHA-256 (RFC 5869) without salt: one 32-byte key per purpose from one secret. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return keysFrom(secret)(purpose);
}

/**
 * The same for several purposes: most of the work is done once. Without salt the secret is extracted under zeros (RFC 5869 §2.2),
 * and a key as long as the hash is the first block of the expansion, the MAC of the purpose and the block's number (§2.3).
 */
export function keysFrom(secret: Uint8Array): (purpose: string) => Uint8Array {
  const extract = createMac(new Uint8Array(sha2.outputLen));
  const expand = createMac(extract(secret));
  return (purpose) => expand(new TextEncoder().encode(`handbill/1/${purpose}\u0001`));
}

/** Compares without telling by its duration where the difference is. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}
