import { createKeyring } from "../../core/signing/keyring.ts";
import { openToken, sealToken, type TokenShape, tokenBytes } from "../../core/signing/token.ts";

/** Purposes of texts that carry their content. */
export type SealPurpose = "console-link" | "console-session" | "console-debug";
/** Purposes of hashes that only prove knowledge of their content. */
export type HashPurpose = "console-form" | "console-token" | "console-nonce";

/** Tokens of the console (core/signing/token.ts). The first secret signs; all secrets are accepted. */
export interface Seal {
  /** A token that carries a JSON document. Anyone can read it, and it fits in a URL and a cookie. */
  readonly seal: (purpose: SealPurpose, json: string) => string;
  /** The document in a token that {@link seal} made, `undefined` for any other text. */
  readonly open: (purpose: SealPurpose, token: string) => string | undefined;
  /** A keyed hash by the first secret: 24 characters. */
  readonly hash: (purpose: HashPurpose, text: string) => string;
  /** Whether a hash is that of the text, by any of the secrets. */
  readonly isHash: (purpose: HashPurpose, text: string, hash: string) => boolean;
}

const version = 1;
const none = new Uint8Array(0);

export function createSeal(secrets: readonly string[]): Seal {
  const [first = "", ...others] = secrets;
  const keyring = createKeyring([first, ...others], first);
  return {
    seal: (purpose, json) => {
      const shape = carrying(purpose);
      const bytes = new TextEncoder().encode(json);
      // JSON may end in spaces: they fill the token up to a multiple of 3 bytes.
      const payload = new Uint8Array(bytes.length + ((3 - (tokenBytes(shape, bytes.length) % 3)) % 3)).fill(
        0x20,
      );
      payload.set(bytes);
      return sealToken(keyring, shape, version, payload, []);
    },
    open: (purpose, token) => {
      const opened = openToken(keyring, carrying(purpose), token, () => []);
      return opened && new TextDecoder().decode(opened.payload);
    },
    hash: (purpose, text) => sealToken(keyring, proving(purpose), version, none, [text]),
    isHash: (purpose, text, hash) => openToken(keyring, proving(purpose), hash, () => [text]) !== undefined,
  };
}

function carrying(purpose: SealPurpose): TokenShape {
  return { purpose, versions: [version], payloadBytes: "any", tagBytes: 24 };
}

function proving(purpose: HashPurpose): TokenShape {
  return { purpose, versions: [version], payloadBytes: 0, tagBytes: 16 };
}
