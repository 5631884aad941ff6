import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { equalBytes } from "./hash.ts";
import type { Keyring, SigningKey, TokenPurpose } from "./keyring.ts";
import { encodeList } from "./length-prefixed.ts";

/**
 * A token is `version, key id, payload, tag` in base64url. There is no algorithm field: the version determines the algorithm.
 * The number of bytes is a multiple of 3, so that every token has one spelling.
 */
export interface TokenShape {
  readonly purpose: TokenPurpose;
  /** Accepted first bytes. */
  readonly versions: readonly number[];
  /** `"any"`: each token has its own length, at most {@link maxTokenCharacters}. */
  readonly payloadBytes: number | "any";
  readonly tagBytes: number;
}

/** The values that a token is bound to without carrying them. */
export type Binding = readonly (string | Uint8Array)[];

export interface OpenedToken {
  readonly version: number;
  readonly payload: Uint8Array;
}

const headBytes = 2;

/** The most characters of a token with a payload of any length. */
export const maxTokenCharacters = 4_096;

/** The length of a token in bytes. The payload's own length counts where the shape leaves it open. */
export function tokenBytes({ payloadBytes, tagBytes }: TokenShape, ownBytes: number = 0): number {
  return headBytes + (payloadBytes === "any" ? ownBytes : payloadBytes) + tagBytes;
}

export function sealToken(
  keyring: Keyring,
  shape: TokenShape,
  version: number,
  payload: Uint8Array,
  binding: Binding,
): string {
  const { tagBytes } = shape;
  const payloadBytes = shape.payloadBytes === "any" ? payload.length : shape.payloadBytes;
  const signed = new Uint8Array(headBytes + payloadBytes);
  signed[0] = version;
  signed[1] = keyring.signer.id;
  for (let index = 0; index < payloadBytes; index++) signed[headBytes + index] = payload[index] ?? 0;
  const bytes = new Uint8Array(tokenBytes(shape, payload.length));
  const tag = tagOf(keyring.signer, shape, signed, binding);
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
  const read = readToken(shape, text);
  if (read === undefined) return undefined;
  for (const key of keyring.byId(read.keyId)) {
    const tag = tagOf(key, shape, read.signed, binding(read.payload));
    if (equalBytes(tag.subarray(0, shape.tagBytes), read.tag)) {
      return { version: read.version, payload: read.payload };
    }
  }
  return undefined;
}

/**
 * The payload of a well-formed token whose key id is that of no secret of the ring: another secret signed it, or a client
 * made it up. `undefined` for any other text. Nothing in the payload is verified.
 */
export function payloadOfUnknownKey(
  keyring: Keyring,
  shape: TokenShape,
  text: string,
): Uint8Array | undefined {
  const read = readToken(shape, text);
  return read === undefined || keyring.byId(read.keyId).length > 0 ? undefined : read.payload;
}

interface ReadToken extends OpenedToken {
  readonly keyId: number;
  /** The bytes that the tag signs together with the binding. */
  readonly signed: Uint8Array;
  readonly tag: Uint8Array;
}

/** The parts of a well-formed token: its length, its spelling and its version are right. */
function readToken(shape: TokenShape, text: string): ReadToken | undefined {
  const isAnyLength = shape.payloadBytes === "any";
  const characters = (tokenBytes(shape) / 3) * 4;
  if (isAnyLength ? text.length > maxTokenCharacters : text.length !== characters) return undefined;
  const bytes = fromBase64Url(text);
  const version = bytes?.[0];
  if (bytes === undefined || version === undefined || !shape.versions.includes(version)) return undefined;
  const end = bytes.length - shape.tagBytes;
  if (end < headBytes || bytes.length % 3 > 0) return undefined;
  const signed = bytes.subarray(0, end);
  return {
    version,
    keyId: bytes[1] ?? 0,
    signed,
    payload: bytes.subarray(headBytes, end),
    tag: bytes.subarray(end),
  };
}

/** The whole tag of 32 bytes; a token carries its first bytes. */
function tagOf(key: SigningKey, shape: TokenShape, head: Uint8Array, binding: Binding): Uint8Array {
  return key.macs[shape.purpose](encodeList([shape.purpose, head, ...binding]));
}
