import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signatureHeaders, webhookKey, webhookSecret } from "../../../../core/management/webhooks/sign.ts";
import { systemClock } from "../../../../core/timing/clock.ts";
import { testSecret } from "./scenery.ts";

const olderSecret = "the signing secret before it, long enough";
const payload = JSON.stringify({ type: "api_key.created", timestamp: "2026-03-04T12:00:00.000Z", data: {} });

/** Verified by the scheme's own library, which also refuses timestamps that are minutes off. */
function verify(secret: string, headers: Readonly<Record<string, string>>, body: string = payload): unknown {
  return new Webhook(secret).verify(body, { ...headers });
}

test("the signature is that of the scheme's published example", () => {
  const headers = signatureHeaders([Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64")], {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    payload: '{"test": 2432232314}',
    sentAt: 1_614_265_330_999,
  });
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a receiver verifies a message with the webhook's secret and the scheme's library", () => {
  const key = webhookKey(testSecret, "wh_1");
  const headers = signatureHeaders([key], { id: "evt_1", payload, sentAt: systemClock() });
  expect(verify(webhookSecret(testSecret, "wh_1"), headers)).toEqual(JSON.parse(payload));
});

test.each([
  ["another webhook's secret", webhookSecret(testSecret, "wh_2"), {}, payload],
  ["another installation's secret", webhookSecret(olderSecret, "wh_1"), {}, payload],
  ["another body", webhookSecret(testSecret, "wh_1"), {}, `${payload} `],
  ["another id", webhookSecret(testSecret, "wh_1"), { "webhook-id": "evt_2" }, payload],
])("a message does not verify with %s", (_what, secret, change, body) => {
  const key = webhookKey(testSecret, "wh_1");
  const headers = signatureHeaders([key], { id: "evt_1", payload, sentAt: systemClock() });
  expect(() => verify(secret, { ...headers, ...change }, body)).toThrow("No matching signature found");
});

test("while secrets are rotated a receiver verifies with the old secret and with the new one", () => {
  const keys = [testSecret, olderSecret].map((secret) => webhookKey(secret, "wh_1"));
  const headers = signatureHeaders(keys, { id: "evt_1", payload, sentAt: systemClock() });
  expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  for (const secret of [testSecret, olderSecret]) {
    expect(verify(webhookSecret(secret, "wh_1"), headers)).toEqual(JSON.parse(payload));
  }
});

test("a secret has the prefix of the scheme and 32 bytes, and is the same every time", () => {
  const secret = webhookSecret(testSecret, "wh_1");
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice("whsec_".length), "base64")).toEqual(
    Buffer.from(webhookKey(testSecret, "wh_1")),
  );
  expect(webhookSecret(testSecret, "wh_1")).toBe(secret);
});
