import { fromBase64Url, toBase64Url } from "../../core/signing/base64url.ts";
import { createMac, deriveKey, equalBytes, type Mac } from "../../core/signing/hash.ts";
import { encodeList } from "../../core/signing/length-prefixed.ts";

/** The purpose of a sealed text. A text is invalid for any other purpose. */
export type SealPurpose =
  | "console-link"
  | "console-session"
  | "console-form"
  | "console-token"
  | "console-nonce";

/** Signs texts with keys derived from the installation's secrets: the first one signs, all are accepted. */
export interface Seal {
  /** Returns `payload.tag` in characters that URLs and cookies allow. Anyone can read the payload. */
  readonly seal: (purpose: SealPurpose, payload: string) => string;
  /** Returns the payload of a text from {@link seal}; `undefined`: invalid. */
  readonly open: (purpose: SealPurpose, text: string) => string | undefined;
  /** Returns a keyed hash by the first secret: 22 characters. */
  readonly hash: (purpose: SealPurpose, text: string) => string;
  /** Whether a hash belongs to the text, by any of the secrets. */
  readonly isHash: (purpose: SealPurpose, text: string, hash: string) => boolean;
}

const tagBytes = 24;
const hashBytes = 16;
const maxSealedCharacters = 4_096;

export function createSeal(secrets: readonly string[]): Seal {
  const macs = new Map<string, Mac>();
  const tag = (secret: string, purpose: SealPurpose, text: string, bytes: number): Uint8Array => {
    const key = `${purpose} ${secret}`;
    const mac = macs.get(key) ?? createMac(deriveKey(new TextEncoder().encode(secret), purpose));
    macs.set(key, mac);
    return mac(encodeList([purpose, text])).slice(0, bytes);
  };
  const [newest = ""] = secrets;
  const isTag = (purpose: SealPurpose, text: string, own: Uint8Array): boolean =>
    secrets.some((secret) => equalBytes(tag(secret, purpose, text, own.length), own));
  return {
    seal: (purpose, payload) =>
      `${toBase64Url(new TextEncoder().encode(payload))}.${toBase64Url(tag(newest, purpose, payload, tagBytes))}`,
    open: (purpose, text) => {
      if (text.length > maxSealedCharacters) return undefined;
      const [head = "", tail = "", ...rest] = text.split(".");
      const bytes = fromBase64Url(head);
      const own = fromBase64Url(tail);
      if (bytes === undefined || own?.length !== tagBytes || rest.length > 0) return undefined;
      const payload = new TextDecoder().decode(bytes);
      return isTag(purpose, payload, own) ? payload : undefined;
    },
    hash: (purpose, text) => toBase64Url(tag(newest, purpose, text, hashBytes)),
    isHash: (purpose, text, hash) => {
      const own = fromBase64Url(hash);
      return own?.length === hashBytes && isTag(purpose, text, own);
    },
  };
}
