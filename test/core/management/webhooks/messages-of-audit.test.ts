import { expect, test } from "vitest";
import { messagesOfAudit } from "../../../../core/management/webhooks/messages-of-audit.ts";
import type { AuditRecord } from "../../../../core/storage/audit-store.ts";
import { webhook } from "./scenery.ts";

const at = Date.UTC(2026, 2, 4, 12);

function record(fields: Partial<AuditRecord>): AuditRecord {
  return {
    id: 7,
    at,
    actor: "mary@example.com",
    action: "update",
    kind: "platform",
    entityId: "pf_news",
    publisherId: "pub_news",
    changes: "[]",
    ...fields,
  };
}

const created = record({ action: "create", kind: "api_key", entityId: "AbCd1234" });
const revoked = record({ id: 8, action: "revoke", kind: "api_key", entityId: "AbCd1234" });
const disabled = record({ id: 9, changes: changes({ path: "status", from: "active", to: "disabled" }) });

function changes(...fields: readonly { path: string; from?: unknown; to?: unknown }[]): string {
  return JSON.stringify(fields);
}

test("what waits for the operator is reported with the id of its object", () => {
  const submitted = { ...disabled, action: "submit" as const };
  const creative = { ...submitted, id: 9, kind: "creative" as const, entityId: "cr_sale", publisherId: "" };
  const receiver = { webhook: webhook({ events: ["review.pending"] }), since: 0 };
  const messages = messagesOfAudit([submitted, creative, disabled], [receiver]);
  expect(messages.map(({ type, payload }) => [type, JSON.parse(payload).data])).toEqual([
    ["review.pending", { platform_id: "pf_news", publisher_id: "pub_news" }],
    ["review.pending", { creative_id: "cr_sale", publisher_id: "" }],
  ]);
});

const operators = { webhook: webhook(), since: 0 };

test("created and revoked keys and disabled platforms are reported with their ids and instants", () => {
  const messages = messagesOfAudit([created, revoked, disabled], [operators]);
  expect(messages.map(({ type, payload }) => [type, JSON.parse(payload)])).toEqual([
    [
      "api_key.created",
      {
        type: "api_key.created",
        timestamp: "2026-03-04T12:00:00.000Z",
        data: { api_key_id: "AbCd1234", publisher_id: "pub_news" },
      },
    ],
    [
      "api_key.revoked",
      {
        type: "api_key.revoked",
        timestamp: "2026-03-04T12:00:00.000Z",
        data: { api_key_id: "AbCd1234", publisher_id: "pub_news", revoked_at: "2026-03-04T12:00:00.000Z" },
      },
    ],
    [
      "platform.disabled",
      {
        type: "platform.disabled",
        timestamp: "2026-03-04T12:00:00.000Z",
        data: { platform_id: "pf_news", publisher_id: "pub_news" },
      },
    ],
  ]);
});

test.each([
  ["counted from the record's time", { path: "revokedAfterMs", to: 3_600_000 }, "2026-03-04T13:00:00.000Z"],
  ["at once", { path: "revokedAfterMs", to: 0 }, "2026-03-04T12:00:00.000Z"],
  [
    "as earlier releases noted it",
    { path: "revokedAt", to: "2026-03-05T12:00:00.000Z" },
    "2026-03-05T12:00:00.000Z",
  ],
  ["as a number", { path: "revokedAt", to: at + 3_600_000 }, "2026-03-04T13:00:00.000Z"],
  ["that is no instant", { path: "revokedAt", to: "soon" }, "2026-03-04T12:00:00.000Z"],
  ["that is null", { path: "revokedAt", to: null }, "2026-03-04T12:00:00.000Z"],
  ["that no Date can hold", { path: "revokedAfterMs", to: 1e300 }, "2026-03-04T12:00:00.000Z"],
])(
  "a key that is revoked is told with the instant from which it is refused: one %s",
  (_name, change, told) => {
    const later = record({ ...revoked, changes: changes(change) });
    const [message] = messagesOfAudit([later], [operators]);
    expect(JSON.parse(message?.payload ?? "")).toEqual({
      type: "api_key.revoked",
      timestamp: "2026-03-04T12:00:00.000Z",
      data: { api_key_id: "AbCd1234", publisher_id: "pub_news", revoked_at: told },
    });
  },
);

test("the actor and the other changes are in no message", () => {
  const secretive = record({
    ...created,
    changes: changes({ path: "label", to: "Mary's key" }, { path: "hash", to: "c0ffee" }),
  });
  expect(JSON.stringify(messagesOfAudit([secretive, revoked, disabled], [operators]))).not.toMatch(
    /mary|c0ffee/i,
  );
});

test.each([
  [
    "a platform that is enabled",
    record({ changes: changes({ path: "status", from: "disabled", to: "active" }) }),
  ],
  ["a platform with another name", record({ changes: changes({ path: "name", to: "disabled" }) })],
  ["a platform that is removed", record({ action: "remove" })],
  ["a key with another label", record({ kind: "api_key", changes: changes({ path: "label", to: "x" }) })],
  ["a campaign of that kind", record({ kind: "campaign", changes: disabled.changes })],
  ["changes that are no JSON", record({ changes: '[{"path":"status","to":"disab' })],
  ["changes of another shape", record({ changes: '{"status":"disabled"}' })],
])("%s is told to nobody", (_what, entry) => {
  expect(messagesOfAudit([entry], [operators])).toEqual([]);
});

test("a publisher's webhook hears of its own publisher only, the operator's of all", () => {
  const mine = { webhook: webhook({ id: "wh_mine", publisherId: "pub_news" }), since: 0 };
  const theirs = { webhook: webhook({ id: "wh_theirs", publisherId: "pub_other" }), since: 0 };
  const ofNobody = record({ ...created, id: 10, publisherId: "" });
  const messages = messagesOfAudit([created, ofNobody], [operators, mine, theirs]);
  expect(messages.map(({ webhookId }) => webhookId)).toEqual(["wh_1", "wh_mine", "wh_1"]);
});

test("a webhook gets only its types of events, since its creation, and while it is active", () => {
  const listeners = [
    { webhook: webhook({ id: "other", events: ["platform.disabled"] }), since: 0 },
    { webhook: webhook({ id: "newer" }), since: at + 1 },
    { webhook: webhook({ id: "disabled", status: "disabled" }), since: 0 },
    { webhook: webhook({ id: "as old" }), since: at },
  ];
  expect(messagesOfAudit([created], listeners).map(({ webhookId }) => webhookId)).toEqual(["as old"]);
});

test("the same record always makes the same id, and each record its own", () => {
  const ids = messagesOfAudit([created, revoked, disabled], [operators]).map(({ id }) => id);
  expect(messagesOfAudit([created, revoked, disabled], [operators]).map(({ id }) => id)).toEqual(ids);
  expect(new Set([...ids, messagesOfAudit([{ ...created, id: 11 }], [operators])[0]?.id]).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^evt_[A-Za-z0-9_-]{24}$/);
});

test("a write-off is one event for each publisher, however many records it has", () => {
  const adjusted = { action: "adjust", kind: "charge", entityId: "op_1" } as const;
  const records = [
    record({ ...adjusted, id: 10 }),
    record({ ...adjusted, id: 11, at: at + 1 }),
    record({ ...adjusted, id: 12, publisherId: "pub_other" }),
    record({ ...adjusted, id: 13, entityId: "op_2" }),
  ];
  const messages = messagesOfAudit(records, [
    { webhook: webhook({ events: ["charge.adjusted"] }), since: 0 },
  ]);
  expect(messages.map(({ id }) => messages.findIndex((one) => one.id === id))).toEqual([0, 0, 2, 3]);
  expect(JSON.parse(messages[0]?.payload ?? "")).toEqual({
    type: "charge.adjusted",
    timestamp: "2026-03-04T12:00:00.000Z",
    data: { operation: "op_1", publisher_id: "pub_news" },
  });
});
