import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { equalBytes } from "./hash.ts";
import type { Keyring, SigningKey, TokenPurpose } from "./keyring.ts";
import { encodeList } from "./length-prefixed.ts";

/**
 * A token is `version, key id, payload, tag` in base64url. There is no algorithm field: the version says it all.
 * The number of bytes is a multiple of 3, so that every token has one spelling.
 */
export interface TokenShape {
  readonly purpose: TokenPurpose;
  /** Accepted first bytes. */
  readonly versions: readonly number[];
  readonly payloadBytes: number;
  readonly tagBytes: number;
}

/** What a token is bound to without carrying it. */
export type Binding = readonly (string | Uint8Array)[];

export interface OpenedToken {
  readonly version: number;
  readonly payload: Uint8Array;
}

const headBytes = 2;

export function tokenBytes(shape: TokenShape): number {
  return headBytes + shape.payloadBytes + shape.tagBytes;
}

export function sealToken(
  keyring: Keyring,
  shape: TokenShape,
  version: number,
  payload: Uint8Array,
  binding: Binding,
): string {
  const { payloadBytes, tagBytes } = shape;
  const signed = new Uint8Array(headBytes + payloadBytes);
  signed[0] = version;
  signed[1] = keyring.newest.id;
  for (let index = 0; index < payloadBytes; index++) signed[headBytes + index] = payload[index] ?? 0;
  const bytes = new Uint8Array(tokenBytes(shape));
  const tag = tagOf(keyring.newest, shape, signed, binding);
  for (let index = 0; index < signed.length; index++) bytes[index] = signed[index] ?? 0;
  for (let index = 0; index < tagBytes; index++) bytes[signed.length + index] = tag[index] ?? 0;
  return toBase64Url(bytes);
}

/** The payload, or `undefined` for a text that no key of the ring signed for this purpose and binding. */
export function openToken(
  keyring: Keyring,
  shape: TokenShape,
  text: string,
  binding: (payload: Uint8Array) => Binding,
): OpenedToken | undefined {
  if (text.length !== (tokenBytes(shape) / 3) * 4) return undefined;
  const bytes = fromBase64Url(text);
  const version = bytes?.[0];
  if (bytes === undefined || version === undefined || !shape.versions.includes(version)) return undefined;
  const signed = headBytes + shape.payloadBytes;
  const payload = bytes.subarray(headBytes, signed);
  for (const key of keyring.byId(bytes[1] ?? 0)) {
    const tag = tagOf(key, shape, bytes.subarray(0, signed), binding(payload));
    if (equalBytes(tag.subarray(0, shape.tagBytes), bytes.subarray(signed))) return { version, payload };
  }
  return undefined;
}

/** All 32 bytes; a token carries the first of them. */
function tagOf(key: SigningKey, shape: TokenShape, head: Uint8Array, binding: Binding): Uint8Array {
  return key.macs[shape.purpose](encodeList([shape.purpose, head, ...binding]));
}
