import { expect, test } from "vitest";
import { createHandbill, type Environment, type Identity, userKeyOf } from "../../../core/mod.ts";
import { baseUrl, install } from "../../management/installation.ts";

const older = "older-secret-0123456789-0123456789-0123";
const newer = "newer-secret-0123456789-0123456789-0123";

interface Settings {
  readonly env?: Environment;
  readonly secrets?: readonly string[];
  readonly identitySecret?: string;
}

/** The user key of a delivery that a server with these settings issues. */
async function stored(settings: Settings, identity: object): Promise<string | undefined> {
  const { store, keys } = await install();
  const handbill = createHandbill({ store, baseUrl, log: () => {}, ...settings });
  const response = await handbill.fetch(
    new Request(`${baseUrl}/api/v1/web/ads`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${keys.live}` },
      body: JSON.stringify({ platform_id: "pf_north", ...identity }),
    }),
  );
  const { ad } = JSON.parse(await response.text());
  const [delivery] = await store.findDeliveries([ad.delivery_id]);
  return delivery?.userKey;
}

const me: Identity = { kind: "stable", value: "me" };

test.each<[string, Settings]>([
  ["one secret", { secrets: [older] }],
  ["a rotated secret", { secrets: [newer, older] }],
  ["an identity secret", { secrets: [newer], identitySecret: older }],
  ["variables", { env: (name) => new Map([["HANDBILL_SECRET", ` ${newer}, ${older}`]]).get(name) }],
])("with %s the user key is what the store keeps of a person", async (_, settings) => {
  const key = userKeyOf("pf_north", me, settings);
  expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(await stored(settings, { stable_user_id: "me" })).toBe(key);
  expect(userKeyOf("pf_north", me, { secrets: [older] })).toBe(key);
});

test("the same name is another user as a visitor, and on another platform", () => {
  const settings = { secrets: [older] };
  const value = "a-name-of-16-char";
  const keys = [
    userKeyOf("pf_north", { kind: "visitor", value }, settings),
    userKeyOf("pf_north", { kind: "stable", value }, settings),
    userKeyOf("pf_south", { kind: "stable", value }, settings),
  ];
  expect(new Set(keys).size).toBe(3);
});

test.each<Settings>([{}, { env: () => undefined }, { secrets: [] }, { secrets: ["short"] }])(
  "without the server's secret (%j) there is no user key, and what to set is said",
  (settings) => {
    expect(() => userKeyOf("pf_north", me, settings)).toThrow(RangeError);
    expect(() => userKeyOf("pf_north", me, settings)).toThrow("to the value that the server uses");
  },
);
