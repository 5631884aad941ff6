import { createMac, keysFrom, type Mac } from "./hash.ts";

/** The purpose of a token. A token of one purpose is invalid for any other. */
export type TokenPurpose =
  | "view"
  | "action"
  | "click"
  | "console-link"
  | "console-session"
  | "console-form"
  | "console-token"
  | "console-nonce"
  | "console-debug";

/** A secret, with a derived key for each purpose. */
export interface SigningKey {
  /** Names the secret that signed; the token carries it. */
  readonly id: number;
  readonly macs: Readonly<Record<TokenPurpose, Mac>>;
}

export interface Keyring {
  /** The key that signs: that of the first secret. */
  readonly signer: SigningKey;
  /** The keys with this id, in the order of their secrets; none for an unknown id. */
  readonly byId: (id: number) => readonly SigningKey[];
  /** Hashes identities and limiter keys, with a secret of its own, so that a rotation of the others loses no cap. */
  readonly identity: Mac;
}

type KeyFor = (purpose: string) => Uint8Array;

/** The first secret signs, all are accepted. A key is derived when it is first needed. */
export function createKeyring(secrets: readonly [string, ...string[]], identitySecret: string): Keyring {
  // The identity secret is nearly always one of the others.
  const derived = new Map<string, KeyFor>();
  const keysOf = (secret: string): KeyFor => {
    const known = derived.get(secret) ?? keysFrom(new TextEncoder().encode(secret));
    derived.set(secret, known);
    return known;
  };
  const [first, ...others] = secrets;
  const signer = signingKey(keysOf(first));
  const keys = [signer, ...others.map((secret) => signingKey(keysOf(secret)))];
  const byId = Map.groupBy(keys, (key) => key.id);
  return {
    signer,
    byId: (id) => byId.get(id) ?? [],
    identity: macFor("identity", keysOf(identitySecret)),
  };
}

function signingKey(keyFor: KeyFor): SigningKey {
  return {
    id: keyFor("key-id")[0] ?? 0,
    macs: {
      view: macFor("view", keyFor),
      action: macFor("action", keyFor),
      click: macFor("click", keyFor),
      "console-link": macFor("console-link", keyFor),
      "console-session": macFor("console-session", keyFor),
      "console-form": macFor("console-form", keyFor),
      "console-token": macFor("console-token", keyFor),
      "console-nonce": macFor("console-nonce", keyFor),
      "console-debug": macFor("console-debug", keyFor),
    },
  };
}

function macFor(purpose: string, keyFor: KeyFor): Mac {
  let mac: Mac | undefined;
  return (message) => {
    mac ??= createMac(keyFor(purpose));
    return mac(message);
  };
}
