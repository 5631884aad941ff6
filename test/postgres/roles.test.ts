import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantsFor, openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import {
  adjustment,
  apiKey,
  auditEntry,
  campaign,
  click,
  count,
  message,
  order,
  platformId,
  publisherId,
  seen,
  webhook,
} from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

const schema = "owned";
let server: PostgresServer;
let owner: postgres.Sql;
let app: PostgresStore;
let appUrl: string;

beforeAll(async () => {
  server = await startPostgresServer();
  owner = postgres(server.url, { max: 1, onnotice: () => undefined });
  const store = await openPostgres(server.url, { schema });
  await store.migrate();
  await store.close();
  await owner.unsafe("create role app login; create role stranger login");
  await owner.unsafe(grantsFor("app", schema));
  appUrl = server.url.replace("//handbill@", "//app@");
  app = await openPostgres(appUrl, { schema });
}, 60_000);
afterAll(async () => {
  await app.close();
  await owner.end();
  await server.stop();
}, 60_000);

/** SQLSTATE of a statement's refusal, for a role. */
async function refusal(url: string, text: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(text);
    return "done";
  } catch (error) {
    return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  } finally {
    await sql.end();
  }
}

test("a role with nothing but the documented grants does all that an application does", async () => {
  await app.ready();
  await storeCampaigns(app, campaign("c", { frequencyCap: { impressions: 9, window: "day" } }));
  const [first = idNamed(""), second = idNamed("")] = [idNamed("r1"), idNamed("r2")];
  await issueAll(app, [order(first, ["c"]), order(second, ["c"])]);
  expect(await app.record([click(first)])).toMatchObject([{ outcome: "recorded", charged: true }]);
  expect(await app.record([seen(second)])).toMatchObject([{ outcome: "too_early" }]);
  expect((await app.findDeliveries([first]))[0]?.chargedAt).toBeDefined();
  expect(await app.addApiKey(apiKey("k1", 1, { mode: "manage" }), auditEntry("k1"))).toBe("added");
  expect(await app.listApiKeys()).toMatchObject([{ id: "k1", mode: "manage" }]);
  const rotation = { id: "k1", afterMs: 60_000, key: apiKey("k2", 2), audit: [auditEntry("k2")] };
  expect(await app.rotateApiKey(rotation)).toBe("rotated");
  expect((await app.revokeApiKey("k1", 0, auditEntry("k1")))?.revoked).toBe(true);
  expect(await app.putWebhook(webhook("hook"), auditEntry("hook"))).toBe("stored");
  expect(await app.addWebhookMessages([message("m1"), message("m2")])).toBe(2);
  expect(await app.claimWebhookMessages(1, 1_000)).toHaveLength(1);
  await app.settleWebhookMessage(message("m1"), "done");
  expect(await app.countWebhookMessages()).toBe(1);
  expect(await app.listWebhooks()).toEqual([webhook("hook")]);
  expect(await app.removeWebhook("hook", auditEntry("hook"))).toBe(true);
  expect(await app.readAudit({ limit: 10 })).toHaveLength(5);
  expect((await app.catalogChanges()).delta?.campaigns).toHaveLength(1);
  expect(await app.readSpend(["c"])).toMatchObject([{ spentMicros: 100, heldMicros: 100 }]);
  expect(await app.readCreatives(["none"])).toEqual([undefined]);
  expect(await app.readRemoved([{ kind: "campaign", id: "c" }])).toEqual([undefined]);
  await app.addCounts([count({ n: 1 })]);
  await app.addCounts([count({ n: 2 })]);
  const all = { from: 0, to: 1, metrics: ["request"], by: ["platformId"], limit: 9 } as const;
  expect(await app.readCounts(all)).toEqual([{ platformId, n: 3 }]);
  expect(await app.releaseExpired(10)).toBe(0);
  expect((await app.auditLedger()).advertiserMicros).toBe(100);
  const always = { from: 0, to: Number.MAX_SAFE_INTEGER };
  expect(await app.readCharges({ ...always, by: ["placement"], limit: 9 })).toMatchObject([
    { placement: "chat", charges: 1, spentMicros: 100 },
  ]);
  const entry = auditEntry("op", { kind: "charge", action: "adjust" });
  expect(await app.adjustCharges([adjustment("adj", first, 40)], entry)).toMatchObject([
    { outcome: "adjusted" },
  ]);
  expect(await app.listCharges({ ...always, limit: 9 })).toMatchObject([
    { deliveryId: first, adjustedMicros: 40 },
  ]);
  expect(await app.listAdjustments({ ...always, limit: 9 })).toMatchObject([{ id: "adj", micros: 40 }]);
  const statement = { account: "publisher:p", number: 1, document: "{}" };
  expect(await app.addStatement(statement, auditEntry("p"))).toBe("added");
  expect(await app.listStatements({ limit: 9 })).toEqual([statement]);
  expect(await app.readCharges({ ...always, by: [], limit: 9 })).toMatchObject([{ spentMicros: 60 }]);
  expect(await app.readUniques({ ranges: [always] })).toEqual([{ range: 0, n: 1 }]);
  expect(await app.readUniques({ ranges: [always], publisherIds: ["nobody"] })).toEqual([{ range: 0, n: 0 }]);
  const recent = await app.readRecentDeliveries({
    limit: 9,
    platformIds: [platformId],
    publisherIds: [publisherId],
  });
  expect(recent.map(({ id }) => id).sort()).toEqual([first, second].sort());
  expect((await app.planMigrations()).every(({ applied }) => applied)).toBe(true);
  expect(await app.migrate()).toEqual([]);
  expect(await app.firstValue("currency", "EUR")).toBe("EUR");
  expect(await app.firstValue("currency", "USD")).toBe("EUR");
  expect(await app.forgetUser("user-1")).toBe(2);
});

test.each([
  `update ${schema}.charges set price = 1`,
  `delete from ${schema}.charges`,
  `truncate ${schema}.charges`,
  `insert into ${schema}.charges select * from ${schema}.charges`,
  `alter table ${schema}.charges disable trigger all`,
  `drop table ${schema}.charges`,
  `update ${schema}.adjustments set micros = 1`,
  `delete from ${schema}.adjustments`,
  `truncate ${schema}.adjustments`,
  `insert into ${schema}.adjustments (id) values (1)`,
  `drop view ${schema}.ledger_entries`,
  `update ${schema}.statements set document = ''`,
  `delete from ${schema}.statements`,
  `insert into ${schema}.statements (account, number, document) values ('a', 1, '')`,
  `update ${schema}.audit set actor = ''`,
  `delete from ${schema}.audit`,
  `truncate ${schema}.audit`,
  `insert into ${schema}.audit (at, actor, action, kind, entity_id, publisher_id, changes)
    values (1, '', '', '', '', '', '')`,
  `delete from ${schema}.webhooks`,
  `update ${schema}.webhook_messages set due_at = 0`,
  `update ${schema}.campaigns set used = 0`,
  `update ${schema}.deliveries set charged_at = null`,
  `delete from ${schema}.deliveries`,
  `delete from ${schema}.counts`,
  `update ${schema}.settings set value = 'USD'`,
  `update ${schema}.api_keys set revoked = false`,
  `update ${schema}.counts set n = 0`,
  `update ${schema}.handbill_migrations set number = 99`,
  `create table ${schema}.mine ()`,
])("that role may not: %s", async (statement) => {
  expect(await refusal(appUrl, statement)).toBe("42501");
});

test.each(
  (
    [
      ["charges", "price = 1"],
      ["adjustments", "micros = 1"],
      ["statements", "document = ''"],
      ["audit", "at = 1"],
    ] as const
  ).flatMap(([table, change]) => [
    `update ${schema}.${table} set ${change}`,
    `delete from ${schema}.${table}`,
    `truncate ${schema}.${table}`,
  ]),
)("not even the owner can do this without taking the trigger away first: %s", async (statement) => {
  expect(await refusal(server.url, statement)).toBe("23001");
});

test("a role that may look into the schema may not call its functions, which act with the owner's rights", async () => {
  await owner.unsafe(
    `grant usage on schema ${schema} to stranger; grant select on ${schema}.campaigns to stranger`,
  );
  const url = server.url.replace("//handbill@", "//stranger@");
  for (const call of [
    "forget_user('u', 1, null)",
    "housekeep(0, 0)",
    "release_expired(1)",
    "audit_ledger()",
    "remove_webhook('hook', null)",
    "adjust_charges('{}', null)",
    "charges_until(0, 1)",
    "add_statement('a', 1, '{}', null)",
    "note_audit('[]', 1)",
  ]) {
    expect(await refusal(url, `select ${schema}.${call}`)).toBe("42501");
  }
});

test("a role without grants gets an outage with the remedy", async () => {
  const store = await openPostgres(server.url.replace("//handbill@", "//stranger@"), { schema: "owned" });
  const failure = await store.issue([order(idNamed("d1"), ["c"])]).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    outage: true,
    code: "42501",
    message: expect.stringContaining("grantsFor"),
  });
  await store.close();
});

test("tables and functions of later migrations are covered by the same grants", async () => {
  await owner.unsafe(`create table ${schema}.later (n integer);
    create function ${schema}.later_v1() returns integer language sql return 1;
    revoke all on all functions in schema ${schema} from public`);
  expect(await refusal(appUrl, `select * from ${schema}.later, ${schema}.later_v1()`)).toBe("done");
});

test("a role or schema whose name needs quotes in SQL gets no grants", () => {
  expect(() => grantsFor('x"; drop')).toThrow("cannot be the role");
  expect(() => grantsFor("app", "a b")).toThrow("cannot be the schema");
});
