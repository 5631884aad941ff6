/** The only file that knows the hash library. Every function is synchronous and has the same result on every runtime. */
import { _SHA256, sha256 as sha2 } from "@noble/hashes/sha2.js";

/** HMAC-SHA-256 (RFC 2104) under one key: 32 bytes. */
export type Mac = (message: Uint8Array) => Uint8Array;

/** A reusable hash that leaves its digest in its own buffer. */
class Sha256 extends _SHA256 {
  readonly #digest = this.buffer.subarray(0, this.outputLen);

  /** The digest, valid until the next use of the hash. */
  digestHere(): Uint8Array {
    this.digestInto(this.buffer);
    return this.#digest;
  }
}

const start = new Sha256();
const working = new Sha256();

/** SHA-256 (FIPS 180-4): 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  start._cloneInto(working).update(bytes);
  return working.digestHere().slice();
}

/**
 * Makes both halves of the keyed state once, and copies them for each message into the same two working states. A message
 * allocates its tag only: the library's own HMAC makes views of bytes for each message, and on Bun 1.4 they took longer than
 * the hash.
 */
export function createMac(key: Uint8Array): Mac {
  const inner = padded(key, 0x36);
  const outer = padded(key, 0x5c);
  const first = new Sha256();
  const second = new Sha256();
  return (message) => {
    inner._cloneInto(first).update(message);
    outer._cloneInto(second).update(first.digestHere());
    return second.digestHere().slice();
  };
}

/** RFC 2104 §2: the key, filled up to a block. */
function padded(key: Uint8Array, pad: number): Sha256 {
  const state = new Sha256();
  const block = new Uint8Array(state.blockLen);
  block.set(key.length > state.blockLen ? sha256(key) : key);
  for (let index = 0; index < block.length; index++) block[index] = (block[index] ?? 0) ^ pad;
  state.update(block);
  return state;
}

/** HKDF-SHA-256 (RFC 5869) without salt: one 32-byte key per purpose from one secret. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return keysFrom(secret)(purpose);
}

/**
 * Derives keys for several purposes and does most of the work once. Without salt the secret is extracted under zeros (RFC 5869 §2.2),
 * and a key as long as the hash is the first block of the expansion, the MAC of the purpose and the block's number (§2.3).
 */
export function keysFrom(secret: Uint8Array): (purpose: string) => Uint8Array {
  const extract = createMac(new Uint8Array(sha2.outputLen));
  const expand = createMac(extract(secret));
  return (purpose) => expand(new TextEncoder().encode(`handbill/1/${purpose}\u0001`));
}

/** Compares in constant time. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}
