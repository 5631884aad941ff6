import { Webhook as Verifier } from "standardwebhooks";
import { expect, test } from "vitest";
import { leaseMs } from "../../../../core/management/webhooks/deliver.ts";
import { webhookSecret } from "../../../../core/management/webhooks/sign.ts";
import { systemClock } from "../../../../core/timing/clock.ts";
import { settled } from "../../settled.ts";
import type { MemoryWebhooks, StoredMessage } from "./memory-webhooks.ts";
import { answerWith, hang, startReceiver } from "./receivers.ts";
import { createInstallation, testSecret, webhook } from "./scenery.ts";

/** Messages `m1`, `m2` … that wait for a webhook. */
async function addMessages(store: MemoryWebhooks, count: number, webhookId = "wh_1"): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => `m${index + 1}`);
  await store.addWebhookMessages(
    ids.map((id) => ({ id, webhookId, type: "api_key.created", payload: `{"id":"${id}"}` })),
  );
}

function stored(store: MemoryWebhooks, id = "m1", webhookId = "wh_1"): StoredMessage | undefined {
  return store.messages.get(`${id} ${webhookId}`);
}

test("a receiver gets a message that it can verify, once", async () => {
  const { store, clock, instance } = createInstallation();
  clock.set(systemClock());
  const receiver = await startReceiver(answerWith(204));
  await store.putWebhook(webhook({ url: receiver.url }));
  await addMessages(store, 1);
  const runner = instance();
  await runner.run();
  clock.advance(leaseMs);
  await runner.run();
  expect(receiver.received).toHaveLength(1);
  const { headers = {}, body = "" } = receiver.received[0] ?? {};
  expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": "m1" });
  const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  expect(new Verifier(webhookSecret(testSecret, "wh_1")).verify(body, signed)).toEqual({ id: "m1" });
  expect(stored(store)).toMatchObject({ attempts: 1, dueAt: undefined });
});

test("messages of one webhook come in order, one at a time", async () => {
  const { store, instance } = createInstallation();
  let open = 0;
  let most = 0;
  const receiver = await startReceiver((response) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      response.end();
    });
  });
  await store.putWebhook(webhook({ url: receiver.url }));
  await addMessages(store, 20);
  await instance().run();
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
    Array.from({ length: 20 }, (_, index) => `m${index + 1}`),
  );
  expect(most).toBe(1);
});

test("a receiver that answers 500 is tried again by the schedule, ten times in all, then given up and logged", async () => {
  const { store, clock, lines, instance } = createInstallation();
  const receiver = await startReceiver(answerWith(500));
  await store.putWebhook(webhook({ url: receiver.url }));
  await addMessages(store, 1);
  const runner = instance();
  const minute = 60_000;
  const hour = 60 * minute;
  for (const wait of [
    5_000,
    5 * minute,
    0.5 * hour,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ]) {
    await runner.run();
    const due = (stored(store)?.dueAt ?? 0) - clock.now();
    expect(due).toBeGreaterThanOrEqual(wait);
    expect(due).toBeLessThanOrEqual(1.1 * wait);
    clock.advance(due - 1);
    const before = receiver.received.length;
    await runner.run();
    expect(receiver.received).toHaveLength(before);
    clock.advance(1);
  }
  expect(lines.map(({ level }) => level)).not.toContain("error");
  await runner.run();
  expect(receiver.received).toHaveLength(10);
  expect(stored(store)?.dueAt).toBeUndefined();
  expect(lines.at(-1)).toEqual({
    level: "error",
    code: "webhook-dropped",
    message:
      "Webhook wh_1 failed to accept 1 messages, which are dropped: it answered with status 500. Repair the receiver or remove the webhook.",
  });
  expect(JSON.stringify(lines)).not.toContain("127.0.0.1");
});

test("a receiver that recovers gets the missed messages", async () => {
  const { store, clock, instance } = createInstallation();
  const receiver = await startReceiver((response, nth) => answerWith(nth < 3 ? 503 : 200)(response));
  await store.putWebhook(webhook({ url: receiver.url }));
  await addMessages(store, 1);
  const runner = instance();
  for (let attempt = 1; attempt <= 3; attempt++) {
    await runner.run();
    clock.advance((stored(store)?.dueAt ?? clock.now()) - clock.now());
  }
  expect(receiver.received).toHaveLength(3);
  expect(stored(store)).toMatchObject({ attempts: 3, dueAt: undefined });
});

test("a receiver that answers 410 does not get that message again, and stays active", async () => {
  const { store, lines, instance } = createInstallation();
  const receiver = await startReceiver(answerWith(410));
  await store.putWebhook(webhook({ url: receiver.url }));
  await addMessages(store, 1);
  await instance().run();
  expect(stored(store)).toMatchObject({ attempts: 1, dueAt: undefined });
  expect(await store.listWebhooks()).toMatchObject([{ status: "active" }]);
  expect(lines).toMatchObject([{ level: "error", message: expect.stringContaining("status 410") }]);
});

test.each([301, 302, 303, 307, 308])(
  "a redirect with %i is a failure and is not followed",
  async (status) => {
    const { store, lines, instance } = createInstallation();
    const target = await startReceiver(answerWith(200));
    const receiver = await startReceiver(answerWith(status, { location: target.url }));
    await store.putWebhook(webhook({ url: receiver.url }));
    await addMessages(store, 1);
    await instance().run();
    expect(target.received).toEqual([]);
    expect(stored(store)?.dueAt).toBeDefined();
    expect(lines).toMatchObject([
      { level: "warn", code: "webhook-retrying", message: expect.stringContaining("redirect") },
    ]);
  },
);

test("an answer with a body without end is cut off, and counts by its status", async () => {
  const { store, instance } = createInstallation();
  const cutOff = Promise.withResolvers<void>();
  const receiver = await startReceiver((response) => {
    const chunk = Buffer.alloc(65_536, "x");
    const pump = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("close", () => cutOff.resolve());
    response.on("drain", pump);
    pump();
  });
  await store.putWebhook(webhook({ url: receiver.url }));
  await addMessages(store, 1);
  await instance().run();
  expect(stored(store)?.dueAt).toBeUndefined();
  await cutOff.promise;
});

test("a receiver that hangs is cut off, costs one wait for all its messages, and delays no other", async () => {
  const { store, time, lines, instance } = createInstallation();
  const slow = await startReceiver(hang);
  const fast = await startReceiver(answerWith(200));
  await store.putWebhook(webhook({ id: "wh_slow", url: slow.url }));
  await store.putWebhook(webhook({ id: "wh_fast", url: fast.url }));
  await addMessages(store, 300, "wh_slow");
  await addMessages(store, 10, "wh_fast");
  let isOver = false;
  const run = instance()
    .run()
    .then(() => {
      isOver = true;
    });
  await slow.has(1);
  await fast.has(10);
  // Until only the slow one is waited for.
  while (time.set() > 1) await settled();
  expect(isOver).toBe(false);
  time.fire();
  await run;
  expect(slow.received).toHaveLength(1);
  expect(fast.received).toHaveLength(10);
  const states = [...store.messages.values()];
  expect(states.filter(({ webhookId, dueAt }) => webhookId === "wh_fast" && dueAt !== undefined)).toEqual([]);
  expect(
    states.filter(({ webhookId, dueAt }) => webhookId === "wh_slow" && dueAt !== undefined),
  ).toHaveLength(300);
  expect(lines).toMatchObject([{ message: expect.stringContaining("did not answer within 5 s") }]);
  expect(time.set()).toBe(0);
});

test("a name that is looked up too slowly is posted to no more", async () => {
  const { store, time, instance } = createInstallation();
  const lookUp = Promise.withResolvers<readonly string[]>();
  const asked = Promise.withResolvers<void>();
  const posted: string[] = [];
  await store.putWebhook(webhook());
  await addMessages(store, 1);
  const run = instance({
    allowPrivateAddresses: false,
    resolveHost: () => {
      asked.resolve();
      return lookUp.promise;
    },
    fetch: async (url) => {
      posted.push(url);
      return { status: 200, body: null };
    },
  }).run();
  await asked.promise;
  time.fire();
  await run;
  lookUp.resolve(["8.8.8.8"]);
  await settled();
  expect(posted).toEqual([]);
  expect(stored(store)?.dueAt).toBeDefined();
});

test("an address that has become private since it was entered is not posted to", async () => {
  const { store, clock, lines, instance } = createInstallation();
  const posted: string[] = [];
  let addresses = ["10.0.0.1"];
  const runner = instance({
    allowPrivateAddresses: false,
    resolveHost: async () => addresses,
    fetch: async (url) => {
      posted.push(url);
      return { status: 200, body: null };
    },
  });
  await store.putWebhook(webhook());
  await addMessages(store, 1);
  await runner.run();
  expect(posted).toEqual([]);
  expect(lines).toMatchObject([
    { level: "warn", message: expect.stringContaining("public internet address") },
  ]);
  addresses = ["8.8.8.8"];
  clock.advance(6_000);
  await runner.run();
  expect(posted).toEqual(["https://receiver.example/hook"]);
});

test("nothing is posted to a private address by an installation that does not allow it", async () => {
  const { store, instance } = createInstallation();
  const receiver = await startReceiver(answerWith(200));
  await store.putWebhook(webhook({ url: receiver.url }));
  await addMessages(store, 1);
  await instance({ allowPrivateAddresses: undefined }).run();
  expect(receiver.received).toEqual([]);
  expect(stored(store)?.dueAt).toBeDefined();
});

test("a receiver that is not there is tried again", async () => {
  const { store, clock, lines, instance } = createInstallation();
  await store.putWebhook(webhook({ url: "http://127.0.0.1:1/secret-path" }));
  await addMessages(store, 1);
  await instance({
    fetch: async () => {
      const cause = Object.assign(new Error("connect 127.0.0.1:9"), { code: "ECONNREFUSED" });
      throw new TypeError("fetch failed: http://127.0.0.1:9/secret-path", { cause });
    },
  }).run();
  expect(stored(store)?.dueAt).toBeGreaterThan(clock.now());
  expect(lines.map(({ message }) => message)).toEqual([
    "Webhook wh_1 failed to accept 1 messages, which will be retried: it could not be reached (ECONNREFUSED).",
  ]);
});

test("a message that was posted but not settled, because the instance died, is posted again by another", async () => {
  const { store, clock, instance } = createInstallation();
  const receiver = await startReceiver(answerWith(200));
  await store.putWebhook(webhook({ url: receiver.url }));
  await addMessages(store, 1);
  const dying: MemoryWebhooks = {
    ...store,
    settleWebhookMessage: async () => {
      throw new Error("The instance died.");
    },
  };
  await expect(instance({ store: dying }).run()).rejects.toThrow("The instance died.");
  expect(receiver.received).toHaveLength(1);
  const survivor = instance();
  await survivor.run();
  expect(receiver.received).toHaveLength(1);
  clock.advance(leaseMs);
  await survivor.run();
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(["m1", "m1"]);
  expect(stored(store)?.dueAt).toBeUndefined();
});

test("a message is settled only after its answer", async () => {
  const { store, clock, instance } = createInstallation();
  const answer = Promise.withResolvers<void>();
  const receiver = await startReceiver((response) => {
    answer.promise.then(() => response.end());
  });
  await store.putWebhook(webhook({ url: receiver.url }));
  await addMessages(store, 1);
  const run = instance().run();
  await receiver.has(1);
  await settled();
  expect(stored(store)?.dueAt).toBe(clock.now() + leaseMs);
  answer.resolve();
  await run;
  expect(stored(store)?.dueAt).toBeUndefined();
});

test("messages of a removed webhook are dropped, those of a disabled one wait for it by the schedule", async () => {
  const { store, clock, instance } = createInstallation();
  const receiver = await startReceiver(answerWith(200));
  await store.putWebhook(webhook({ id: "wh_off", url: receiver.url, status: "disabled" }));
  await addMessages(store, 1, "wh_gone");
  await addMessages(store, 1, "wh_off");
  const runner = instance();
  await runner.run();
  expect(receiver.received).toEqual([]);
  expect(stored(store, "m1", "wh_gone")?.dueAt).toBeUndefined();
  await store.putWebhook(webhook({ id: "wh_off", url: receiver.url }));
  clock.advance(6_000);
  await runner.run();
  expect(receiver.received).toHaveLength(1);
});

test("a call that has posted for ten seconds starts no more; the rest is due for the next", async () => {
  const { store, clock, instance } = createInstallation();
  await store.putWebhook(webhook());
  await addMessages(store, 50);
  let posted = 0;
  const runner = instance({
    fetch: async () => {
      posted += 1;
      clock.advance(2_000);
      return { status: 200, body: null };
    },
  });
  await runner.run();
  expect(posted).toBe(5);
  await runner.run();
  expect(posted).toBe(10);
  for (let call = 0; call < 8; call++) await runner.run();
  expect(posted).toBe(50);
});
