import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openAction, sealAction } from "../../../core/signing/action.ts";
import { openClickId, sealClickId } from "../../../core/signing/click-id.ts";
import { createKeyring } from "../../../core/signing/keyring.ts";
import { isViewReceipt, sealViewReceipt } from "../../../core/signing/view-receipt.ts";
import { anyText, holds } from "../property.ts";
import { anyAction, deliveryA, deliveryABytes, holder, keyring } from "./tokens.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const action = { test: false, format: "quiz", scene: 3, button: 1 } as const;
const click = { test: false, scene: 300, button: 2 };

const view = sealViewReceipt(keyring, holder, deliveryABytes);
const pressed = sealAction(keyring, holder, deliveryABytes, action);
const clicked = sealClickId(keyring, deliveryABytes, click);

/** Each token with the question whether a text is accepted in its place, and its size (design: 18, 21, 33 bytes). */
const tokens = [
  { name: "the view receipt", text: view, bytes: 18, characters: 24, accepts: accepts("view") },
  { name: "the action", text: pressed, bytes: 21, characters: 28, accepts: accepts("action") },
  { name: "the click id", text: clicked, bytes: 33, characters: 44, accepts: accepts("click") },
];

function accepts(purpose: "view" | "action" | "click"): (text: string) => boolean {
  if (purpose === "view") return (text) => isViewReceipt(keyring, holder, deliveryA, text);
  if (purpose === "action") return (text) => openAction(keyring, holder, deliveryA, text) !== undefined;
  return (text) => openClickId(keyring, text) !== undefined;
}

describe.each(tokens)("$name", ({ text, bytes, characters, accepts }) => {
  it("is accepted as it was given", () => {
    expect(accepts(text)).toBe(true);
  });

  it(`has ${bytes} bytes, ${characters} letters of base64url, and so one spelling`, () => {
    expect(text).toMatch(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`));
    expect(Buffer.from(text, "base64url")).toHaveLength(bytes);
    expect(bytes % 3).toBe(0);
  });

  it("is refused after every change of a single byte", () => {
    const original = Buffer.from(text, "base64url");
    for (let place = 0; place < original.length; place++) {
      for (let change = 1; change < 256; change++) {
        const changed = Buffer.from(original);
        changed[place] = (changed[place] ?? 0) ^ change;
        if (accepts(changed.toString("base64url"))) expect.fail(`byte ${place} ^ ${change} was accepted`);
      }
    }
  });

  it("is refused after every change of a single letter, and when letters are swapped", () => {
    const variants = [...text].flatMap((letter, place) =>
      [...letters, "=", "+", "/", " ", "\0", "é"]
        .filter((other) => other !== letter)
        .map((other) => text.slice(0, place) + other + text.slice(place + 1)),
    );
    const swapped = [...text].map(
      (_, place) =>
        text.slice(0, place) + [...text.slice(place, place + 2)].reverse().join("") + text.slice(place + 2),
    );
    for (const variant of [...variants, ...swapped.filter((other) => other !== text)]) {
      if (accepts(variant)) expect.fail(`${variant} was accepted for ${text}`);
    }
  });

  it("is refused cut, lengthened, empty, and in any other text", () => {
    const cuts = [...text].flatMap((_, end) => [text.slice(0, end), text.slice(end + 1)]);
    for (const other of [
      ...cuts,
      `${text}A`,
      `${text}AAAA`,
      `${text}=`,
      `${text}\n`,
      ` ${text}`,
      text + text,
    ]) {
      expect(accepts(other)).toBe(false);
    }
    holds(
      fc.property(
        fc.oneof(anyText, fc.string({ unit: fc.constantFrom(...letters), maxLength: 48 })),
        (other) => {
          expect(accepts(other)).toBe(false);
        },
      ),
    );
  });

  it("is no token of another purpose, in whole or in part", () => {
    for (const other of tokens) {
      if (other.text === text) continue;
      expect(accepts(other.text)).toBe(false);
      expect(accepts(other.text.slice(0, characters))).toBe(false);
      expect(accepts(other.text.padEnd(characters, "A"))).toBe(false);
    }
  });

  it("is refused by an installation with another secret", () => {
    const stranger = createKeyring(["a secret that nobody here has signed with"], "x".repeat(32));
    expect(isViewReceipt(stranger, holder, deliveryA, view)).toBe(false);
    expect(openAction(stranger, holder, deliveryA, pressed)).toBeUndefined();
    expect(openClickId(stranger, clicked)).toBeUndefined();
  });
});

describe("the content of a token", () => {
  it("an action tells its format, scene, button and whether it is a test's, from first to last", () => {
    holds(
      fc.property(anyAction, (given) => {
        const text = sealAction(keyring, holder, deliveryABytes, given);
        expect(openAction(keyring, holder, deliveryA, text)).toEqual(given);
      }),
    );
  });

  it("a click id tells its delivery, scene, button and whether it is a test's", () => {
    const scene = fc.integer({ min: 0, max: 65_535 });
    holds(
      fc.property(scene, fc.nat(255), fc.boolean(), (sceneIndex, button, test) => {
        const text = sealClickId(keyring, deliveryABytes, { test, scene: sceneIndex, button });
        expect(openClickId(keyring, text)).toEqual({
          test,
          deliveryId: deliveryA,
          scene: sceneIndex,
          button,
        });
      }),
    );
  });
});
