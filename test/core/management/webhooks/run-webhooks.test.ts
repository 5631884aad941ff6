import { expect, test } from "vitest";
import { lookBackMs } from "../../../../core/management/webhooks/audit-cursor.ts";
import { maxCampaignsPerCall } from "../../../../core/management/webhooks/campaign-watch.ts";
import { maxAuditPage } from "../../../../core/storage/audit-store.ts";
import { maxBatch } from "../../../../core/storage/serving-store.ts";
import type { MemoryWebhooks } from "./memory-webhooks.ts";
import { answerWith, startReceiver } from "./receivers.ts";
import { campaign, createInstallation, waiting, webhook } from "./scenery.ts";

const accept = async (): Promise<{ status: number; body: null }> => ({ status: 200, body: null });

const disabling = { changes: JSON.stringify([{ path: "status", from: "active", to: "disabled" }]) };

function spent(store: MemoryWebhooks, campaignId: string, spentMicros: number): void {
  store.spend.set(campaignId, {
    campaignId,
    spentMicros,
    usedMicros: spentMicros,
    heldMicros: 0,
    day: "2026-03-04",
    dayUsedMicros: spentMicros,
    dayHeldMicros: 0,
  });
}

test("an event is stored once by two instances that race, and delivered once", async () => {
  const { store, campaigns, instance } = createInstallation();
  const receiver = await startReceiver(answerWith(200));
  await store.putWebhook(webhook({ url: receiver.url }));
  store.note({ kind: "api_key", action: "create", entityId: "AbCd1234" });
  store.note({ kind: "api_key", action: "revoke", entityId: "AbCd1234" });
  store.note(disabling);
  campaigns.push(
    campaign({ totalBudgetMicros: 1_000_000, dailyBudgetMicros: 1_000_000 }),
    campaign({ id: "cmp_2", startsAt: "2026-03-04T10:00:00Z", endsAt: "2026-03-04T11:00:00Z" }),
  );
  spent(store, "cmp_1", 1_000_000);
  const [one, two] = [instance(), instance()];
  await Promise.all([one.run(), two.run()]);
  await Promise.all([one.run(), two.run()]);
  const types = receiver.received.map(({ body }): unknown => JSON.parse(body).type).sort();
  expect(types).toEqual([
    "api_key.created",
    "api_key.revoked",
    "budget.80_percent",
    "budget.80_percent",
    "budget.exhausted",
    "budget.exhausted",
    "campaign.ended",
    "campaign.started",
    "platform.disabled",
  ]);
  expect(waiting(store)).toHaveLength(9);
});

test("an instance that starts anew tells nothing twice", async () => {
  const { store, campaigns, instance } = createInstallation();
  await store.putWebhook(webhook());
  store.note(disabling);
  campaigns.push(campaign({ totalBudgetMicros: 1_000_000 }));
  spent(store, "cmp_1", 900_000);
  let posted = 0;
  const counting = {
    fetch: () => {
      posted += 1;
      return accept();
    },
  };
  for (let start = 0; start < 3; start++) await instance(counting).run();
  expect(posted).toBe(2);
});

test("a budget that is raised can be used up anew", async () => {
  const { store, campaigns, instance } = createInstallation();
  await store.putWebhook(webhook({ events: ["budget.exhausted"] }));
  campaigns.push(campaign({ totalBudgetMicros: 1_000_000 }));
  spent(store, "cmp_1", 1_000_000);
  const runner = instance({ fetch: accept });
  await runner.run();
  await runner.run();
  expect(store.messages.size).toBe(1);
  campaigns[0] = campaign({ totalBudgetMicros: 2_000_000 });
  await runner.run();
  expect(store.messages.size).toBe(1);
  spent(store, "cmp_1", 2_000_000);
  await runner.run();
  expect(store.messages.size).toBe(2);
});

test("a publisher's receiver gets nothing of other publishers and nothing of campaigns", async () => {
  const { store, campaigns, instance } = createInstallation();
  const mine = await startReceiver(answerWith(200));
  const operators = await startReceiver(answerWith(200));
  await store.putWebhook(webhook({ id: "wh_mine", publisherId: "pub_mine", url: mine.url }));
  await store.putWebhook(webhook({ id: "wh_operator", url: operators.url }));
  for (const publisherId of ["pub_mine", "pub_other", ""]) {
    store.note({ kind: "api_key", action: "create", entityId: `key of ${publisherId}`, publisherId });
  }
  campaigns.push(campaign({ endsAt: "2026-03-04T11:00:00Z" }));
  await instance().run();
  expect(mine.received.map(({ body }): unknown => JSON.parse(body).data)).toEqual([
    { api_key_id: "key of pub_mine", publisher_id: "pub_mine" },
  ]);
  expect(operators.received).toHaveLength(4);
});

test("an instance looks three days back when it starts, and no farther", async () => {
  const { store, clock, instance } = createInstallation();
  store.note({ ...disabling, entityId: "pf_old" });
  clock.advance(1_000);
  store.note({ ...disabling, entityId: "pf_new" });
  for (let n = 0; n < 3 * maxAuditPage; n++) store.note({});
  clock.advance(lookBackMs);
  await store.putWebhook(webhook());
  await instance({ fetch: accept }).run();
  const told = [...store.messages.values()].map(
    ({ payload }): unknown => JSON.parse(payload).data.platform_id,
  );
  expect(told).toEqual(["pf_new"]);
});

test("a webhook gets no events from before its creation", async () => {
  const { store, clock, instance } = createInstallation();
  store.note({ ...disabling, entityId: "pf_before" });
  clock.advance(1);
  const audit = {
    actor: "operator",
    publisherId: "",
    changes: "[]",
    kind: "webhook",
    entityId: "wh_1",
  } as const;
  await store.putWebhook(webhook({ status: "disabled" }), { ...audit, action: "create" });
  clock.advance(1);
  store.note({ ...disabling, entityId: "pf_after" });
  clock.advance(1);
  await store.putWebhook(webhook(), { ...audit, action: "update" });
  await instance({ fetch: accept }).run();
  const told = [...store.messages.values()].map(
    ({ payload }): unknown => JSON.parse(payload).data.platform_id,
  );
  expect(told).toEqual(["pf_after"]);
});

test("a webhook with the id of a removed one gets no events from before its own creation", async () => {
  const { store, clock, instance } = createInstallation();
  const audit = {
    actor: "operator",
    publisherId: "",
    changes: "[]",
    kind: "webhook",
    entityId: "wh_1",
  } as const;
  await store.putWebhook(webhook(), { ...audit, action: "create" });
  clock.advance(1);
  store.note(disabling);
  await instance({ fetch: accept }).run();
  clock.advance(1);
  await store.removeWebhook("wh_1", { ...audit, action: "remove" });
  await store.putWebhook(webhook(), { ...audit, action: "create" });
  await instance({ fetch: accept }).run();
  expect(waiting(store)).toEqual([]);
});

test("events that could not be stored are noticed again, and waiting ones are delivered all the same", async () => {
  const { store, instance } = createInstallation();
  await store.putWebhook(webhook());
  await store.addWebhookMessages([
    { id: "evt_old", webhookId: "wh_1", type: "api_key.created", payload: "{}" },
  ]);
  store.note(disabling);
  let isAway = true;
  const failing: MemoryWebhooks = {
    ...store,
    addWebhookMessages: async (messages) => {
      if (isAway) throw new Error("The store is away.");
      return store.addWebhookMessages(messages);
    },
  };
  const posted: unknown[] = [];
  const runner = instance({
    store: failing,
    fetch: (_url, { headers }) => {
      posted.push(headers["webhook-id"]);
      return accept();
    },
  });
  await expect(runner.run()).rejects.toThrow("The store is away.");
  expect(posted).toEqual(["evt_old"]);
  isAway = false;
  await runner.run();
  expect(waiting(store)).toEqual(["api_key.created wh_1", "platform.disabled wh_1"]);
  expect(posted).toHaveLength(2);
});

test("a call while one runs waits for that one, and claims nothing itself", async () => {
  const { store, instance } = createInstallation();
  await store.putWebhook(webhook());
  store.note(disabling);
  const answer = Promise.withResolvers<{ status: number; body: null }>();
  let claims = 0;
  const counting: MemoryWebhooks = {
    ...store,
    claimWebhookMessages: (limit, lease) => {
      claims += 1;
      return store.claimWebhookMessages(limit, lease);
    },
  };
  const runner = instance({ store: counting, fetch: () => answer.promise });
  const calls = [runner.run(), runner.run()];
  answer.resolve({ status: 200, body: null });
  await Promise.all([...calls, runner.run()]);
  expect(claims).toBe(1);
  await runner.run();
  expect(claims).toBe(2);
});

test("a call looks at a bounded number of campaigns, and the following calls at the others", async () => {
  const { store, campaigns, instance } = createInstallation();
  await store.putWebhook(webhook({ events: ["budget.80_percent"] }));
  const batches: number[] = [];
  const counting: MemoryWebhooks = {
    ...store,
    readSpend: (ids) => {
      batches.push(ids.length);
      return store.readSpend(ids);
    },
  };
  for (let n = 0; n < maxCampaignsPerCall + 10; n++) {
    campaigns.push(campaign({ id: `cmp_${n}`, totalBudgetMicros: 1_000_000 }));
  }
  spent(store, `cmp_${maxCampaignsPerCall + 9}`, 900_000);
  const runner = instance({ store: counting, fetch: accept });
  await runner.run();
  expect(batches).toEqual(new Array(maxCampaignsPerCall / maxBatch).fill(maxBatch));
  expect(waiting(store)).toEqual([]);
  await runner.run();
  expect(batches.at(-1)).toBe(10);
  expect(waiting(store)).toEqual(["budget.80_percent wh_1"]);
  await runner.run();
  expect(batches).toHaveLength((2 * maxCampaignsPerCall) / maxBatch + 1);
});

test("without webhooks nothing is read and nothing is stored", async () => {
  const { store, campaigns, instance } = createInstallation();
  store.note(disabling);
  campaigns.push(campaign({ endsAt: "2026-03-04T11:00:00Z" }));
  const refuse = (): never => {
    throw new Error("It was read.");
  };
  await instance({
    store: { ...store, readAudit: refuse, readSpend: refuse, readCounts: refuse },
    campaigns: refuse,
  }).run();
  expect(waiting(store)).toEqual([]);
});

test("without a signing secret nothing is sent, and the error names the setting", async () => {
  const { store, instance } = createInstallation();
  await store.putWebhook(webhook());
  await expect(instance({ secrets: () => [] }).run()).rejects.toThrow("set HANDBILL_SECRET");
});
