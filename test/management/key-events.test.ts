import { expect, test } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { systemClock } from "../../core/timing/clock.ts";
import { answerWith, startReceiver } from "../core/management/webhooks/receivers.ts";
import { install } from "./installation.ts";

/** An installation whose operator has a webhook for keys, and the messages of that webhook. */
async function listening() {
  let now = systemClock();
  const clock = (): number => now;
  const receiver = await startReceiver(answerWith(200));
  const place = await install({
    store: createMemoryStore({ clock }),
    clock,
    webhookAddresses: { allowPrivateAddresses: true },
  });
  const body = { url: receiver.url, events: ["api_key.created", "api_key.revoked"] };
  expect((await place.call("operator", "POST", "/webhooks", { body })).status).toBe(201);
  const [live] = await place.store.listApiKeys("north");
  /** The messages about the first key so far. */
  const told = async (): Promise<readonly unknown[]> => {
    const before = receiver.received.length;
    await place.management.maintain();
    const all = receiver.received.slice(before).map(({ body: sent }) => JSON.parse(sent));
    return all.filter(({ data }) => data.api_key_id === live?.id);
  };
  const revokedEvent = (afterMs: number) => ({
    type: "api_key.revoked",
    timestamp: new Date(now).toISOString(),
    data: {
      api_key_id: live?.id,
      publisher_id: "north",
      revoked_at: new Date(now + afterMs).toISOString(),
    },
  });
  return {
    place,
    path: `/keys/${live?.id}`,
    told,
    revokedEvent,
    pass: (ms: number): void => {
      now += ms;
    },
  };
}

test("a rotation causes one event immediately, with the end of the overlap, and none at that end", async () => {
  const { place, path, told, revokedEvent, pass } = await listening();
  const body = { overlapSeconds: 3_600 };
  expect((await place.call("north", "POST", `${path}/rotate`, { body })).status).toBe(201);
  expect(await told()).toEqual([revokedEvent(3_600_000)]);
  const [rotated] = await place.store.listApiKeys("north");
  expect(rotated?.revokedAt).toBe(Date.parse(revokedEvent(3_600_000).data.revoked_at));
  pass(3_600_000);
  expect(await told()).toEqual([]);
});

test("a revocation before the end of an overlap causes a second event, with the earlier time", async () => {
  const { place, path, told, revokedEvent, pass } = await listening();
  await place.call("north", "POST", `${path}/rotate`, { body: {} });
  expect(await told()).toEqual([revokedEvent(86_400_000)]);
  pass(60_000);
  expect((await place.call("north", "POST", `${path}/revoke`)).status).toBe(200);
  expect(await told()).toEqual([revokedEvent(0)]);
  expect((await place.call("north", "POST", `${path}/revoke`)).status).toBe(200);
  expect(await told()).toEqual([]);
});

test("a revocation, and a rotation without an overlap, cause an event with the current time", async () => {
  for (const [action, body] of [
    ["revoke", undefined],
    ["rotate", { overlapSeconds: 0 }],
  ] as const) {
    const { place, path, told, revokedEvent } = await listening();
    await place.call("operator", "POST", `${path}/${action}`, { body });
    expect(await told()).toEqual([revokedEvent(0)]);
  }
});
