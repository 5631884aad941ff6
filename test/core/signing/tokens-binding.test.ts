import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adFormats } from "../../../core/contract/formats.ts";
import { openAction, sealAction } from "../../../core/signing/action.ts";
import { openClickId, sealClickId } from "../../../core/signing/click-id.ts";
import type { Holder } from "../../../core/signing/holder.ts";
import { isViewReceipt, sealViewReceipt } from "../../../core/signing/view-receipt.ts";
import { anyText, holds } from "../property.ts";
import {
  anyAction,
  bytesOf,
  deliveryA,
  deliveryABytes,
  deliveryB,
  holder,
  keyring,
  strangers,
} from "./tokens.ts";

const action = { test: false, format: "consent", scene: 0, button: 0 } as const;
const view = sealViewReceipt(keyring, holder, deliveryABytes);
const pressed = sealAction(keyring, holder, deliveryABytes, action);

const anyHolder: fc.Arbitrary<Holder> = fc.record({
  caller: fc.constantFrom("browser", "live_key", "test_key"),
  platformId: fc.oneof(fc.constantFrom("pf_a", "pf_b"), anyText),
  identity: fc.record({
    kind: fc.constantFrom("visitor", "stable", "messenger"),
    value: fc.oneof(fc.constantFrom("u", "v"), anyText),
  }),
});

describe("a receipt and an action", () => {
  it.each(Object.entries(strangers))("are refused for %s", (_name, stranger) => {
    expect(isViewReceipt(keyring, stranger, deliveryA, view)).toBe(false);
    expect(openAction(keyring, stranger, deliveryA, pressed)).toBeUndefined();
  });

  it("are refused for another delivery, and for a text that is no delivery id", () => {
    for (const other of [
      deliveryB,
      "",
      "__proto__",
      deliveryA.slice(1),
      `${deliveryA}A`,
      `${deliveryA.slice(0, 21)}B`,
    ]) {
      expect(isViewReceipt(keyring, holder, other, view)).toBe(false);
      expect(openAction(keyring, holder, other, pressed)).toBeUndefined();
    }
  });

  it("are accepted for exactly their own holder", () => {
    holds(
      fc.property(anyHolder, anyHolder, (giver, taker) => {
        const receipt = sealViewReceipt(keyring, giver, deliveryABytes);
        const token = sealAction(keyring, giver, deliveryABytes, action);
        expect(isViewReceipt(keyring, taker, deliveryA, receipt)).toBe(equal(giver, taker));
        expect(openAction(keyring, taker, deliveryA, token) !== undefined).toBe(equal(giver, taker));
      }),
      1_000,
    );
  });

  it("do not mix up where the platform ends and the identity begins", () => {
    const receipt = sealViewReceipt(
      keyring,
      { ...holder, platformId: "pf_1", identity: { kind: "visitor", value: "2" } },
      deliveryABytes,
    );
    const moved: Holder = { ...holder, platformId: "pf_12", identity: { kind: "visitor", value: "" } };
    expect(isViewReceipt(keyring, moved, deliveryA, receipt)).toBe(false);
  });
});

function equal(a: Holder, b: Holder): boolean {
  return (
    a.caller === b.caller &&
    a.platformId === b.platformId &&
    a.identity.kind === b.identity.kind &&
    a.identity.value === b.identity.value
  );
}

describe("an action", () => {
  it("differs for every scene, button, format, and between live and test", () => {
    const tokens = [0, 1, 255].flatMap((scene) =>
      [0, 1, 255].flatMap((button) =>
        adFormats.flatMap((format) =>
          [true, false].map((test) =>
            sealAction(keyring, holder, deliveryABytes, { test, format, scene, button }),
          ),
        ),
      ),
    );
    expect(new Set(tokens.map((token) => token.slice(-22))).size).toBe(3 * 3 * adFormats.length * 2);
  });

  it("cannot lend its tag to another scene, button or format, nor a test's to a live ad", () => {
    holds(
      fc.property(anyAction, anyAction, (given, wished) => {
        const have = Buffer.from(sealAction(keyring, holder, deliveryABytes, given), "base64url");
        const want = Buffer.from(sealAction(keyring, holder, deliveryABytes, wished), "base64url");
        const forged = Buffer.concat([want.subarray(0, 5), have.subarray(5)]).toString("base64url");
        const opened = openAction(keyring, holder, deliveryA, forged);
        expect(opened !== undefined).toBe(have.equals(want));
      }),
    );
  });
});

describe("a click id", () => {
  it("cannot lend its tag to another delivery, scene or button, nor a test's to a live ad", () => {
    const live = { test: false, scene: 0, button: 0 };
    const have = Buffer.from(sealClickId(keyring, deliveryABytes, live), "base64url");
    const wishes = [
      sealClickId(keyring, bytesOf(deliveryB), live),
      sealClickId(keyring, deliveryABytes, { ...live, scene: 1 }),
      sealClickId(keyring, deliveryABytes, { ...live, scene: 256 }),
      sealClickId(keyring, deliveryABytes, { ...live, button: 1 }),
      sealClickId(keyring, deliveryABytes, { ...live, test: true }),
    ];
    for (const wish of wishes) {
      const want = Buffer.from(wish, "base64url");
      const forged = Buffer.concat([want.subarray(0, 21), have.subarray(21)]).toString("base64url");
      expect(openClickId(keyring, wish)).toBeDefined();
      expect(openClickId(keyring, forged)).toBeUndefined();
    }
  });
});
