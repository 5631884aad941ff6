import { createHmac, hkdfSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openAction, sealAction } from "../../../core/signing/action.ts";
import { openClickId, sealClickId } from "../../../core/signing/click-id.ts";
import type { Mac } from "../../../core/signing/hash.ts";
import { hashIdentity } from "../../../core/signing/identity-hash.ts";
import { createKeyring, type Keyring } from "../../../core/signing/keyring.ts";
import { isViewReceipt, sealViewReceipt } from "../../../core/signing/view-receipt.ts";
import { deliveryA, deliveryABytes, holder } from "./tokens.ts";

const identitySecret = "the secret that identities are hashed with";
const old = "old secret, at least 32 characters long";
const middle = "middle secret, at least 32 characters long";
const young = "young secret, at least 32 characters long";
const action = { test: false, format: "quiz", scene: 1, button: 1 } as const;

function tokensOf(keyring: Keyring): readonly [string, string, string] {
  return [
    sealViewReceipt(keyring, holder, deliveryABytes),
    sealAction(keyring, holder, deliveryABytes, action),
    sealClickId(keyring, deliveryABytes, { test: false, scene: 0, button: 0 }),
  ];
}

function accepted(
  keyring: Keyring,
  [view, press, click]: readonly [string, string, string],
): readonly boolean[] {
  return [
    isViewReceipt(keyring, holder, deliveryA, view),
    openAction(keyring, holder, deliveryA, press) !== undefined,
    openClickId(keyring, click) !== undefined,
  ];
}

const all = [true, true, true];
const none = [false, false, false];
const ring = (...secrets: [string, ...string[]]): Keyring => createKeyring(secrets, identitySecret);

/** Searches two secrets whose key id is the same byte; there are 256, so two of some twenty do. */
function secretsWithOneKeyId(): readonly [string, string] {
  const byId = new Map<number, string>();
  for (let number = 0; ; number++) {
    const secret = `candidate ${number} of a secret with enough letters`;
    const { id } = ring(secret).signer;
    const known = byId.get(id);
    if (known !== undefined) return [known, secret];
    byId.set(id, secret);
  }
}

describe("a keyring", () => {
  it("signs with the first secret, which alone verifies", () => {
    const tokens = tokensOf(ring(young, middle, old));
    expect(tokens).toEqual(tokensOf(ring(young)));
    expect(accepted(ring(young), tokens)).toEqual(all);
    expect(accepted(ring(middle, old), tokens)).toEqual(none);
  });

  it("accepts tokens of each of its secrets through a rotation, and none of a dropped secret", () => {
    const issued = tokensOf(ring(old));
    for (const kept of [ring(old), ring(middle, old), ring(young, middle, old), ring(young, old)]) {
      expect(accepted(kept, issued)).toEqual(all);
    }
    expect(accepted(ring(young, middle), issued)).toEqual(none);
  });

  it("carries the key id of its secret in the second byte", () => {
    const { id } = ring(young).signer;
    expect(id).toBe(new Uint8Array(hkdfSync("sha256", young, "", "handbill/1/key-id", 32))[0]);
    for (const token of tokensOf(ring(young, old))) expect(Buffer.from(token, "base64url")[1]).toBe(id);
  });

  it("verifies with both of two secrets that have the same key id, whichever is newer", () => {
    const [one, other] = secretsWithOneKeyId();
    expect(ring(one).signer.id).toBe(ring(other).signer.id);
    expect(tokensOf(ring(one))).not.toEqual(tokensOf(ring(other)));
    for (const both of [ring(one, other), ring(other, one), ring(young, one, other)]) {
      expect(accepted(both, tokensOf(ring(one)))).toEqual(all);
      expect(accepted(both, tokensOf(ring(other)))).toEqual(all);
    }
    expect(accepted(ring(one), tokensOf(ring(other)))).toEqual(none);
  });

  it("takes the same secret given twice as one", () => {
    expect(accepted(ring(young, young), tokensOf(ring(young)))).toEqual(all);
    expect(ring(young, young).byId(256)).toEqual([]);
  });

  it("hashes identities under the identity secret, so that a rotation of the others changes none", () => {
    const before = hashIdentity(ring(old).identity, "pf_one", holder.identity);
    expect(hashIdentity(ring(young, old).identity, "pf_one", holder.identity)).toBe(before);
    expect(hashIdentity(ring(young).identity, "pf_one", holder.identity)).toBe(before);
    const moved = createKeyring([old], young).identity;
    expect(hashIdentity(moved, "pf_one", holder.identity)).not.toBe(before);
  });

  it("has a key of its own for each purpose, as the platform's own HKDF derives it", () => {
    const message = deliveryABytes;
    const tagUnder = (secret: string, purpose: string): string =>
      createHmac("sha256", Buffer.from(hkdfSync("sha256", secret, "", `handbill/1/${purpose}`, 32)))
        .update(message)
        .digest("hex");
    const tagOf = (mac: Mac): string => Buffer.from(mac(message)).toString("hex");
    const { signer, identity } = createKeyring([young, old], old);
    for (const purpose of ["view", "action", "click"] as const) {
      expect(tagOf(signer.macs[purpose])).toBe(tagUnder(young, purpose));
    }
    expect(tagOf(identity)).toBe(tagUnder(old, "identity"));
    expect(tagOf(ring(young).identity)).toBe(tagUnder(identitySecret, "identity"));
  });

  it("signs with the tag that the platform's own HKDF and HMAC give", () => {
    const prefixed = (item: string | Uint8Array): Buffer => {
      const bytes = Buffer.from(item);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return Buffer.concat([length, bytes]);
    };
    const head = Buffer.of(1, ring(young).signer.id);
    const list = ["view", head, "browser", "pf_one", "visitor", holder.identity.value, deliveryABytes];
    const key = Buffer.from(hkdfSync("sha256", young, "", "handbill/1/view", 32));
    const tag = createHmac("sha256", key)
      .update(Buffer.concat(list.map(prefixed)))
      .digest()
      .subarray(0, 16);
    expect(tokensOf(ring(young))[0]).toBe(Buffer.concat([head, tag]).toString("base64url"));
  });
});
