import { describe, expect, it } from "vitest";
import { isActionOfUnknownKey, sealAction } from "../../../core/signing/action.ts";
import { deliveryOfUnknownKey, sealClickId } from "../../../core/signing/click-id.ts";
import { createKeyring } from "../../../core/signing/keyring.ts";
import { isReceiptOfUnknownKey, sealViewReceipt } from "../../../core/signing/view-receipt.ts";
import { deliveryA, deliveryABytes, holder, keyring } from "./tokens.ts";

const other = createKeyring(["another signing secret of at least 32"], "i".repeat(32));
const both = createKeyring(
  ["a signing secret of at least 32 letters", "another signing secret of at least 32"],
  "",
);

const tokens = [
  {
    name: "a view receipt",
    from: (ring: typeof keyring) => sealViewReceipt(ring, holder, deliveryABytes),
    isUnknown: isReceiptOfUnknownKey,
  },
  {
    name: "an action",
    from: (ring: typeof keyring) =>
      sealAction(ring, holder, deliveryABytes, { test: false, format: "quiz", scene: 1, button: 2 }),
    isUnknown: isActionOfUnknownKey,
  },
  {
    name: "a click id",
    from: (ring: typeof keyring) => sealClickId(ring, deliveryABytes, { test: false, scene: 1, button: 2 }),
    isUnknown: (ring: typeof keyring, text: string) => deliveryOfUnknownKey(ring, text) !== undefined,
  },
];

describe.each(tokens)("$name of an unknown key", ({ from, isUnknown }) => {
  const changed = (text: string, place: number, to: number): string => {
    const bytes = Buffer.from(text, "base64url");
    bytes[place] = to;
    return bytes.toString("base64url");
  };
  it("is one that another secret signed, until that one is accepted too", () => {
    expect(isUnknown(keyring, from(other))).toBe(true);
    expect(isUnknown(both, from(other))).toBe(false);
    expect(isUnknown(keyring, from(keyring))).toBe(false);
  });
  it("is none that is forged under a known key id", () => {
    expect(isUnknown(keyring, changed(from(other), 1, keyring.signer.id))).toBe(false);
  });
  it("is nothing that is no token: of another length, spelling or version", () => {
    const text = from(other);
    const broken = [
      "",
      "A".repeat(text.length),
      "_".repeat(text.length),
      text.slice(4),
      `${text}AAAA`,
      `${text.slice(0, -1)}=`,
      `${text.slice(0, -1)} `,
      `${text.slice(0, -1)}é`,
      changed(text, 0, 0),
      changed(text, 0, 3),
      ...tokens.filter((token) => token.from !== from).map((token) => token.from(other)),
    ];
    expect(broken.filter((one) => isUnknown(keyring, one))).toEqual([]);
  });
});

it("a click id of an unknown key names its delivery, and is none without one", () => {
  const text = sealClickId(other, deliveryABytes, { test: false, scene: 1, button: 2 });
  expect(deliveryOfUnknownKey(keyring, text)).toBe(deliveryA);
});
