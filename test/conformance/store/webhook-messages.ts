import type { Store } from "../../../core/storage/store.ts";
import type { NewWebhookMessage, WebhookMessage } from "../../../core/storage/webhook-store.ts";
import { check, same, sameSet } from "../assert.ts";
import { message } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, storeCase, type World } from "../world.ts";
import { hostileIds } from "./hostile.ts";

const leaseMs = 60_000;

/** Ids of what is due now, in the order of the answer. */
async function claim(store: Store, limit = 100): Promise<readonly string[]> {
  return (await store.claimWebhookMessages(limit, leaseMs)).map(({ id }) => id);
}

function hook(id: string): Pick<NewWebhookMessage, "id" | "webhookId"> {
  return { id, webhookId: "hook" };
}

/** Stores messages of the fixture's webhook, all new. */
async function add(world: World, ...ids: readonly string[]): Promise<void> {
  const added = await world.first.addWebhookMessages(ids.map((id) => message(id)));
  same(added, ids.length, "new messages");
}

export const webhookMessageCases: readonly StoreCase[] = [
  storeCase("a new message is due at once, as it was stored", async (world) => {
    const { first, second, clock } = world;
    same(await first.claimWebhookMessages(10, leaseMs), [], "due in an empty store");
    const createdAt = clock.now();
    const stored = [message("one"), message("two", { webhookId: "other", type: "platform.disabled" })];
    same(await first.addWebhookMessages(stored), 2, "new messages");
    sameSet(
      await second.claimWebhookMessages(10, leaseMs),
      stored.map((item) => ({ ...item, createdAt, attempts: 1 })),
      "due",
    );
  }),

  storeCase("a message is stored once, by any number of callers", async (world) => {
    const { first, second } = world;
    await add(world, "one");
    const changed = message("one", { payload: "changed", type: "api_key.revoked" });
    same(await second.addWebhookMessages([changed, message("two")]), 1, "new messages");
    const due = await first.claimWebhookMessages(10, leaseMs);
    sameSet(
      due.map(({ id, payload, type }) => ({ id, payload, type })),
      [message("one"), message("two")].map(({ id, payload, type }) => ({ id, payload, type })),
      "due",
    );
    world.clock.advance(1_000);
    same(await second.addWebhookMessages([message("one")]), 0, "new messages while it is claimed");
    same(await claim(first), [], "due while it is claimed");
  }),

  storeCase("one event for two webhooks is two messages", async ({ first, second }) => {
    const pairs = [
      ["event", "hook"],
      ["event", "other"],
      ["a b", "c"],
      ["a", "b c"],
      ["b c", "a"],
      ["c", "a b"],
      ["a:b", "c"],
      ["a", "b:c"],
      ["b:c", "a"],
      ["c", "a:b"],
    ] as const;
    const stored = pairs.map(([id, webhookId]) => message(id, { webhookId }));
    same(await first.addWebhookMessages(stored), pairs.length, "new messages");
    await first.settleWebhookMessage({ id: "event", webhookId: "hook" }, "done");
    const due = await second.claimWebhookMessages(10, leaseMs);
    sameSet(
      due.map(({ id, webhookId }) => [id, webhookId]),
      pairs.slice(1),
      "due",
    );
  }),

  storeCase("64 calls that add the same messages at once store each once", async (world) => {
    const ids = ["a", "b", "c", "d"];
    const added = await race(world, 64, (store, index) =>
      store.addWebhookMessages((index % 4 < 2 ? ids : [...ids].reverse()).map((id) => message(id))),
    );
    same(
      added.reduce((sum, n) => sum + n, 0),
      4,
      "new messages of all",
    );
    sameSet(await claim(world.second), ids, "due");
  }),

  storeCase("of 64 claimers at once no two get the same message", async (world) => {
    const ids = Array.from({ length: 100 }, (_, n) => `message-${n}`);
    await add(world, ...ids);
    const claimed = await race(world, 64, (store) => store.claimWebhookMessages(3, leaseMs));
    for (const messages of claimed) check(messages.length <= 3, `a claim of 3 got ${messages.length}`);
    const rest = await world.first.claimWebhookMessages(100, leaseMs);
    const all: readonly WebhookMessage[] = [...claimed.flat(), ...rest];
    sameSet(
      all.map(({ id }) => id),
      ids,
      "claimed",
    );
    same(
      all.filter(({ attempts }) => attempts !== 1),
      [],
      "claimed more than once",
    );
  }),

  storeCase("an unsettled message is due again when its lease ends", async (world) => {
    const { first, second, clock } = world;
    const createdAt = clock.now();
    await add(world, "one");
    same(await claim(first), ["one"], "due");
    clock.advance(leaseMs - 1);
    same(await claim(second), [], "due a millisecond before the end of the lease");
    clock.advance(1);
    same(
      await second.claimWebhookMessages(10, 5_000),
      [{ ...message("one"), createdAt, attempts: 2 }],
      "due at the end of the lease",
    );
    clock.advance(5_000);
    same((await first.claimWebhookMessages(10, leaseMs))[0]?.attempts, 3, "attempts");
  }),

  storeCase("a message that is done is never due, and never stored again", async (world) => {
    const { first, second, clock } = world;
    await add(world, "one", "two");
    await claim(first);
    await second.settleWebhookMessage(hook("one"), "done");
    clock.advance(leaseMs);
    same(await claim(first), ["two"], "due at the end of the lease");
    same(await first.addWebhookMessages([message("one")]), 0, "new messages");
    // A claimer that was slow says so after another has told it.
    await second.settleWebhookMessage(hook("one"), 0);
    clock.advance(365 * 86_400_000);
    same(await claim(second), ["two"], "due a year later");
  }),

  storeCase(
    "a message that is put off is due after that time, within its lease or past it",
    async (world) => {
      const { first, second, clock } = world;
      await add(world, "now", "soon", "late");
      await claim(first);
      await first.settleWebhookMessage(hook("now"), 0);
      await first.settleWebhookMessage(hook("soon"), 1_000);
      await first.settleWebhookMessage(hook("late"), leaseMs * 2);
      same(await claim(second), ["now"], "due at once");
      clock.advance(999);
      same(await claim(second), [], "due before the time");
      clock.advance(1);
      same(await claim(second), ["soon"], "due after 1,000 ms");
      await second.settleWebhookMessage(hook("now"), "done");
      await second.settleWebhookMessage(hook("soon"), "done");
      clock.advance(leaseMs);
      same(await claim(first), [], "due when the lease would have ended");
      clock.advance(leaseMs - 1_000);
      same(
        (await first.claimWebhookMessages(10, leaseMs)).map(({ id, attempts }) => [id, attempts]),
        [["late", 2]],
        "due at last",
      );
    },
  ),

  storeCase("the longest due messages are claimed first, up to the limit", async (world) => {
    const { first, second, clock } = world;
    for (const id of ["c", "a", "d", "b"]) {
      await add(world, id);
      clock.advance(1_000);
    }
    same(await claim(first, 2), ["c", "a"], "the first two");
    await first.settleWebhookMessage(hook("c"), 10);
    clock.advance(10);
    same(await claim(second, 2), ["d", "b"], "the next two, before what was put off");
    same(await claim(second, 2), ["c"], "the last");
  }),

  storeCase("the messages that are not done are counted", async ({ first, second, clock }) => {
    same(await first.countWebhookMessages(), 0, "in an empty store");
    same(await first.addWebhookMessages(["a", "b", "c"].map((id) => message(id))), 3, "new messages");
    await claim(second, 2);
    same(await first.countWebhookMessages(), 3, "due and claimed");
    await first.settleWebhookMessage(hook("a"), "done");
    await first.settleWebhookMessage(hook("b"), leaseMs);
    same(await second.countWebhookMessages(), 2, "without the one that is done");
    clock.advance(365 * 86_400_000);
    same(await second.countWebhookMessages(), 2, "a year later");
  }),

  storeCase("settling an unknown message changes nothing", async (world) => {
    const { first, second } = world;
    await add(world, "one");
    for (const outcome of ["done", 0, 5_000] as const) {
      await first.settleWebhookMessage({ id: "one", webhookId: "other" }, outcome);
      await first.settleWebhookMessage({ id: "other", webhookId: "hook" }, outcome);
    }
    same(await claim(second), ["one"], "due");
    same(await first.addWebhookMessages([message("other")]), 1, "new messages");
  }),

  storeCase("512 messages are stored in one batch, and an empty one stores nothing", async (world) => {
    same(await world.first.addWebhookMessages([]), 0, "of an empty batch");
    const ids = Array.from({ length: 512 }, (_, n) => `message-${n}`);
    await add(world, ...ids);
    sameSet(await claim(world.second, 512), ids, "due");
  }),

  storeCase("any text is an id and a payload of a message", async ({ first, second, clock }) => {
    const createdAt = clock.now();
    const payloads = ["x".repeat(16_384), '{"a":"\\u0000 \\ud800"}', ""];
    const stored = [
      ...hostileIds.map((id) => message(id, { webhookId: id, payload: JSON.stringify({ id }) })),
      ...payloads.map((payload, n) => message(`payload-${n}`, { payload })),
    ];
    same(await first.addWebhookMessages(stored), stored.length, "new messages");
    sameSet(
      await second.claimWebhookMessages(100, leaseMs),
      stored.map((item) => ({ ...item, createdAt, attempts: 1 })),
      "due",
    );
    for (const { id, webhookId } of stored) await second.settleWebhookMessage({ id, webhookId }, "done");
    clock.advance(leaseMs);
    same(await claim(first), [], "due once all are done");
  }),
];
