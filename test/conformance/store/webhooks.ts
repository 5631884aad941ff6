import { maxWebhooks, type Webhook } from "../../../core/storage/webhook-store.ts";
import { same, sameSet } from "../assert.ts";
import { auditEntry, message, webhook } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, storeCase } from "../world.ts";
import { hostileIds } from "./hostile.ts";

const hooks = (n: number): readonly Webhook[] =>
  Array.from({ length: n }, (_, index) => webhook(`hook-${index}`));

export const webhookCases: readonly StoreCase[] = [
  storeCase("webhooks are listed as they were stored", async ({ first, second }) => {
    same(await first.listWebhooks(), [], "webhooks of an empty store");
    const stored = [
      webhook("one"),
      webhook("two", { publisherId: "", events: ["budget.exhausted"], status: "disabled" }),
    ];
    for (const hook of stored) same(await first.putWebhook(hook), "stored", "answer");
    sameSet(await second.listWebhooks(), stored, "webhooks");
  }),

  storeCase("a webhook replaces the one with its id", async ({ first, second }) => {
    const changes: readonly Partial<Webhook>[] = [
      { url: "https://elsewhere.example/" },
      { events: ["api_key.revoked", "api_key.created"] },
      { status: "disabled" },
      { publisherId: "publisher-2" },
    ];
    await first.putWebhook(webhook("other"));
    for (const change of [{}, ...changes]) {
      same(await first.putWebhook(webhook("hook", change)), "stored", "answer");
      sameSet(await second.listWebhooks(), [webhook("other"), webhook("hook", change)], "webhooks");
    }
  }),

  storeCase("there is place for 200 webhooks, and the next one changes nothing", async (world) => {
    const { first, second } = world;
    for (const hook of hooks(maxWebhooks)) same(await first.putWebhook(hook), "stored", "answer");
    same(await second.putWebhook(webhook("late"), auditEntry("late")), "full", "answer");
    same(await first.readAudit({ limit: 10 }), [], "noted");
    sameSet(await first.listWebhooks(), hooks(maxWebhooks), "webhooks");
    same(await second.putWebhook(webhook("hook-7", { status: "disabled" })), "stored", "a replacement");
    same(await second.removeWebhook("hook-8"), true, "answer");
    same(await first.putWebhook(webhook("late")), "stored", "answer once there is place");
    same((await second.listWebhooks()).length, maxWebhooks, "webhooks");
  }),

  storeCase("64 racers for the last place of a webhook: one is stored and noted", async (world) => {
    for (const hook of hooks(maxWebhooks - 1)) await world.first.putWebhook(hook);
    const answers = await race(world, 64, (store, index) =>
      store.putWebhook(webhook(`racer-${index}`), auditEntry(`racer-${index}`)),
    );
    same(answers.filter((answer) => answer === "stored").length, 1, "stored");
    same((await world.second.listWebhooks()).length, maxWebhooks, "webhooks");
    const noted = await world.first.readAudit({ limit: 100 });
    same(
      noted.map(({ entityId }) => entityId),
      [`racer-${answers.indexOf("stored")}`],
      "noted",
    );
  }),

  storeCase("a webhook is removed once, with its messages", async (world) => {
    const { first, second } = world;
    await first.putWebhook(webhook("hook"));
    await first.putWebhook(webhook("other"));
    await first.addWebhookMessages(["claimed", "waiting", "done"].map((id) => message(id)));
    await first.settleWebhookMessage({ id: "done", webhookId: "hook" }, "done");
    await first.claimWebhookMessages(1, 1_000);
    await first.addWebhookMessages([message("waiting", { webhookId: "other" })]);
    const answers = await race(world, 64, (store) => store.removeWebhook("hook", auditEntry("hook")));
    same(answers.filter(Boolean).length, 1, "removals that found it");
    same(await second.listWebhooks(), [webhook("other")], "webhooks");
    same((await first.readAudit({ limit: 100 })).length, 1, "noted");
    world.clock.advance(1_000);
    const left = await second.claimWebhookMessages(10, 1_000);
    same(
      left.map(({ webhookId, id }) => [webhookId, id]),
      [["other", "waiting"]],
      "messages",
    );
    await first.putWebhook(webhook("hook"));
    same(await second.addWebhookMessages([message("waiting"), message("done")]), 1, "new messages");
  }),

  storeCase("an unknown webhook cannot be removed", async ({ first, second }) => {
    await first.putWebhook(webhook("hook"));
    same(await second.removeWebhook("none", auditEntry("none")), false, "answer");
    same(await first.listWebhooks(), [webhook("hook")], "webhooks");
    same(await first.readAudit({ limit: 10 }), [], "noted");
  }),

  storeCase("any text is an id of a webhook and its publisher", async ({ first, second }) => {
    const stored = hostileIds.map((id) =>
      webhook(id, { publisherId: id, url: `https://a.example/?${"u".repeat(2_000)}` }),
    );
    for (const hook of stored) same(await first.putWebhook(hook), "stored", "answer");
    sameSet(await second.listWebhooks(), stored, "webhooks");
    for (const id of hostileIds)
      same(await first.removeWebhook(id), true, `removal of ${JSON.stringify(id)}`);
    same(await second.listWebhooks(), [], "webhooks at the end");
  }),
];
