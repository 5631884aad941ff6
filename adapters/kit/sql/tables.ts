import { type AuditRecord, auditActions, auditKinds } from "../../../core/storage/audit-store.ts";
import { type EntityKind, entityKinds } from "../../../core/storage/catalog-change.ts";
import type { Count } from "../../../core/storage/counts.ts";
import type { Statement } from "../../../core/storage/settlement-store.ts";
import { type WebhookMessage, webhookEventTypes } from "../../../core/storage/webhook-store.ts";
import { type AnyTable, integer, name, optional, type Table, table, text, word } from "./columns.ts";
import {
  adjustedCharges,
  adjustments,
  campaignDays,
  campaigns,
  charges,
  deliveries,
} from "./ledger-tables.ts";

/** Version of the catalogue and of keys. `epoch` distinguishes this database from others; `lastId` is the last id of the trail. */
export interface StateRow {
  readonly epoch: string;
  version: number;
  lastId: number;
}

/** A single row. Only the transaction that holds its lock changes the catalogue, keys, webhooks and the audit trail. */
export const state: Table<StateRow> = table({
  name: "catalog_state",
  columns: { epoch: name, version: integer, lastId: integer },
  key: ["epoch"],
});

export type StoredKind = EntityKind | "api_key";

/** An entity or a key of the API. A removed one keeps its row: `document` is absent, `removedDocument` is the last one. */
export interface EntityRow {
  readonly kind: StoredKind;
  readonly id: string;
  /** The publisher of a key, else empty. */
  readonly ownerId: string;
  readonly version: number;
  /** The version at which it was stored first. */
  readonly addedIn: number;
  readonly document: string | undefined;
  readonly removedDocument: string | undefined;
}

export const entities: Table<EntityRow> = table({
  name: "entities",
  columns: {
    kind: word([...entityKinds, "api_key"]),
    id: name,
    ownerId: name,
    version: integer,
    addedIn: integer,
    document: optional(text),
    removedDocument: optional(text),
  },
  key: ["kind", "id"],
  indexes: [{ fields: ["version"] }, { fields: ["ownerId"] }],
});

export interface CreativeVersionRow {
  readonly versionId: string;
  readonly creativeId: string;
  readonly document: string;
}

export const creativeVersions: Table<CreativeVersionRow> = table({
  name: "creative_versions",
  columns: { versionId: name, creativeId: name, document: text },
  key: ["versionId"],
});

/** A line of statistics. `line` is a digest of its fields, because together they are longer than a key may be. */
export type CountRow = Omit<Count, "metric"> & { readonly metric: string; readonly line: string };

export const counts: Table<CountRow> = table({
  name: "counts",
  columns: {
    line: name,
    hour: integer,
    metric: name,
    reason: name,
    publisherId: name,
    platformId: name,
    placement: name,
    apiKeyId: name,
    format: name,
    language: name,
    advertiser: name,
    campaignId: name,
    creativeId: name,
    topicId: name,
    n: integer,
  },
  key: ["line"],
  indexes: [{ fields: ["hour"] }],
});

export const audit: Table<AuditRecord> = table({
  name: "audit",
  columns: {
    id: integer,
    at: integer,
    actor: name,
    action: word(auditActions),
    kind: word(auditKinds),
    entityId: name,
    publisherId: name,
    changes: text,
  },
  key: ["id"],
  indexes: [{ fields: ["publisherId", "id"] }, { fields: ["entityId", "id"] }],
});

export interface WebhookRow {
  readonly id: string;
  readonly document: string;
}

export const webhooks: Table<WebhookRow> = table({
  name: "webhooks",
  columns: { id: name, document: text },
  key: ["id"],
});

/** `dueAt` is absent once the message is done. A done message stays, so that it is not stored again. */
export type MessageRow = WebhookMessage & { readonly sequence: number; readonly dueAt: number | undefined };

export const webhookMessages: Table<MessageRow> = table({
  name: "webhook_messages",
  columns: {
    webhookId: name,
    id: name,
    type: word(webhookEventTypes),
    payload: text,
    createdAt: integer,
    attempts: integer,
    sequence: integer,
    dueAt: optional(integer),
  },
  key: ["webhookId", "id"],
  indexes: [{ fields: ["dueAt", "sequence"] }, { fields: ["sequence"] }],
});

export const statements: Table<Statement> = table({
  name: "statements",
  columns: { account: name, number: integer, document: text },
  key: ["account", "number"],
});

/** A value of `firstValue`. It is never changed. */
export interface SettingRow {
  readonly name: string;
  readonly value: string;
}

export const settings: Table<SettingRow> = table({
  name: "settings",
  columns: { name, value: name },
  key: ["name"],
});

/** The steps of the schema that were applied. */
export interface StepRow {
  readonly step: number;
  readonly title: string;
}

export const steps: Table<StepRow> = table({
  name: "schema_steps",
  columns: { step: integer, title: name },
  key: ["step"],
});

export const allTables: readonly AnyTable[] = [
  state,
  entities,
  creativeVersions,
  campaigns,
  campaignDays,
  deliveries,
  charges,
  adjustedCharges,
  adjustments,
  statements,
  counts,
  audit,
  webhooks,
  webhookMessages,
  settings,
  steps,
];
