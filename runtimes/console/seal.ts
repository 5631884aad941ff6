import { fromBase64Url, toBase64Url } from "../../core/signing/base64url.ts";
import { createMac, deriveKey, equalBytes, type Mac } from "../../core/signing/hash.ts";
import { encodeList } from "../../core/signing/length-prefixed.ts";

/** What a sealed text is good for. One of another purpose is junk. */
export type SealPurpose =
  | "console-link"
  | "console-session"
  | "console-form"
  | "console-token"
  | "console-nonce";

/** Signs texts with keys of their own, derived from the installation's secrets: the first signs, all are accepted. */
export interface Seal {
  /** `payload.tag`, of letters that stand in a URL and a cookie as they are. The payload can be read by everybody. */
  readonly seal: (purpose: SealPurpose, payload: string) => string;
  /** The payload of a text that {@link seal} made, `undefined` for any other. */
  readonly open: (purpose: SealPurpose, text: string) => string | undefined;
  /** A keyed hash by the first secret: 22 letters. */
  readonly hash: (purpose: SealPurpose, text: string) => string;
  /** Whether a hash is that of the text, by any of the secrets. */
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
