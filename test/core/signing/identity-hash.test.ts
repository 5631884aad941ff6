import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Identity } from "../../../core/contract/identity.ts";
import { createMac } from "../../../core/signing/hash.ts";
import { hashAddress, hashIdentity } from "../../../core/signing/identity-hash.ts";
import { anyText, holds } from "../property.ts";

const mac = createMac(new Uint8Array(32).fill(1));
const anyIdentity: fc.Arbitrary<Identity> = fc.record({
  kind: fc.constantFrom("visitor", "stable", "messenger"),
  value: fc.oneof(fc.constantFrom("7", "77"), anyText),
});

describe("the hash of an identity", () => {
  it("is 22 letters that only a holder of the key can find", () => {
    const identity: Identity = { kind: "visitor", value: "visitor-0123456789" };
    const hash = hashIdentity(mac, "pf_one", identity);
    expect(hash).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(hash).toBe(hashIdentity(mac, "pf_one", { ...identity }));
    expect(hash).not.toBe(hashIdentity(createMac(new Uint8Array(32).fill(2)), "pf_one", identity));
  });

  it("is equal for the same kind and value on one platform, and differs otherwise", () => {
    const platform = fc.constantFrom("pf_1", "pf_17", "pf_");
    holds(
      fc.property(platform, anyIdentity, platform, anyIdentity, (oneOn, one, otherOn, other) => {
        const same = oneOn === otherOn && one.kind === other.kind && one.value === other.value;
        expect(hashIdentity(mac, oneOn, one) === hashIdentity(mac, otherOn, other)).toBe(same);
      }),
      1_000,
    );
  });

  it("is never the hash of an address", () => {
    const hash = hashIdentity(mac, "192.0.2.0/24", { kind: "visitor", value: "" });
    expect(hashAddress(mac, "192.0.2.0/24")).not.toBe(hash);
    expect(hashAddress(mac, "192.0.2.0/24")).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(hashAddress(mac, "192.0.2.0/24")).not.toBe(hashAddress(mac, "192.0.3.0/24"));
  });
});
