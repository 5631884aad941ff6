import { createMac, deriveKey, keysFrom, type Mac } from "./hash.ts";

/** What a token is good for. A token of one purpose is junk for another. */
export type TokenPurpose = "view" | "action" | "click";

/** One master secret, spread into a key per purpose. */
export interface SigningKey {
  /** Says which secret signed; carried in the token. */
  readonly id: number;
  readonly macs: Readonly<Record<TokenPurpose, Mac>>;
}

export interface Keyring {
  /** Signs: the newest. */
  readonly newest: SigningKey;
  /** Those a token with this key id may have been signed by, newest first. */
  readonly byId: (id: number) => readonly SigningKey[];
  /** Hashes identities and limiter keys; under its own secret, so that a rotation of the others loses no cap. */
  readonly identity: Mac;
}

/** Newest secret first; the previous ones are accepted, not used. Making a keyring takes about a millisecond. */
export function createKeyring(secrets: readonly [string, ...string[]], identitySecret: string): Keyring {
  const [newest, ...previous] = secrets;
  const first = signingKey(newest);
  const keys = [first, ...previous.map(signingKey)];
  const byId = Map.groupBy(keys, (key) => key.id);
  return {
    newest: first,
    byId: (id) => byId.get(id) ?? [],
    identity: createMac(deriveKey(bytesOf(identitySecret), "identity")),
  };
}

function signingKey(secret: string): SigningKey {
  const keyFor = keysFrom(bytesOf(secret));
  return {
    id: keyFor("key-id")[0] ?? 0,
    macs: {
      view: createMac(keyFor("view")),
      action: createMac(keyFor("action")),
      click: createMac(keyFor("click")),
    },
  };
}

function bytesOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
