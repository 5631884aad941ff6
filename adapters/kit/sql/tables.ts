import type { StoredDelivery } from "../../../core/billing/ledger.ts";
import { creativeFormats } from "../../../core/contract/formats.ts";
import { type AuditRecord, auditActions, auditKinds } from "../../../core/storage/audit-store.ts";
import { type EntityKind, entityKinds } from "../../../core/storage/catalog-change.ts";
import type { Count } from "../../../core/storage/counts.ts";
import type { Delivery, Press } from "../../../core/storage/delivery.ts";
import { type WebhookMessage, webhookEventTypes } from "../../../core/storage/webhook-store.ts";
import { arrayOf } from "../stored-values.ts";
import {
  type AnyTable,
  type Column,
  flag,
  integer,
  integerOf,
  name,
  optional,
  optionalName,
  readRow,
  type Table,
  text,
  word,
} from "./columns.ts";
import type { SqlRow } from "./dialect.ts";

/** Version of the catalogue and of keys. `epoch` distinguishes this database from others; `lastId` is the last id of the trail. */
export interface StateRow {
  readonly epoch: string;
  version: number;
  lastId: number;
}

/** The only row. Who holds its lock is the only one that changes the catalogue, keys, webhooks and the audit trail. */
export const state: Table<StateRow> = {
  name: "catalog_state",
  columns: { epoch: name, version: integer, lastId: integer },
  key: ["epoch"],
};

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

export const entities: Table<EntityRow> = {
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
  indexes: [["version"], ["ownerId"]],
};

export interface CreativeVersionRow {
  readonly versionId: string;
  readonly creativeId: string;
  readonly document: string;
}

export const creativeVersions: Table<CreativeVersionRow> = {
  name: "creative_versions",
  columns: { versionId: name, creativeId: name, document: text },
  key: ["versionId"],
};

/** Limits, spent and held amounts of a campaign. The row outlives the campaign. */
export interface CampaignRow {
  readonly id: string;
  readonly status: "active" | "paused" | "removed";
  readonly timeZone: string;
  /** The largest amount without a budget, so that sums stay exact in JavaScript. */
  readonly totalBudgetMicros: number;
  readonly dailyBudgetMicros: number;
  readonly capImpressions: number | undefined;
  /** Absent beside a cap: the campaign's day. */
  readonly capWindowMs: number | undefined;
  readonly spentMicros: number;
  readonly heldMicros: number;
}

export const campaigns: Table<CampaignRow> = {
  name: "campaigns",
  columns: {
    id: name,
    status: word(["active", "paused", "removed"]),
    timeZone: name,
    totalBudgetMicros: integer,
    dailyBudgetMicros: integer,
    capImpressions: optional(integer),
    capWindowMs: optional(integer),
    spentMicros: integer,
    heldMicros: integer,
  },
  key: ["id"],
  checks: ["spent_micros >= 0", "held_micros >= 0", "spent_micros + held_micros <= total_budget_micros"],
};

export interface DayRow {
  readonly campaignId: string;
  readonly day: string;
  /** The budget in force when the day last took money. */
  readonly dailyBudgetMicros: number;
  readonly spentMicros: number;
  readonly heldMicros: number;
}

export const campaignDays: Table<DayRow> = {
  name: "campaign_days",
  columns: {
    campaignId: name,
    day: name,
    dailyBudgetMicros: integer,
    spentMicros: integer,
    heldMicros: integer,
  },
  key: ["campaignId", "day"],
  checks: ["spent_micros >= 0", "held_micros >= 0", "spent_micros + held_micros <= daily_budget_micros"],
};

/** `[[scene, button, at]]`. */
const presses: Column<readonly Press[]> = {
  type: "text",
  write: (value) => JSON.stringify(value.map(({ scene, button, at }) => [scene, button, at])),
  read: (stored) =>
    arrayOf(JSON.parse(String(stored))).map((press): Press => {
      const [scene, button, at] = arrayOf(press);
      return { scene: integerOf(scene), button: integerOf(button), at: integerOf(at) };
    }),
};

export type DeliveryRow = Delivery & Omit<StoredDelivery, "delivery">;

export const deliveries: Table<DeliveryRow> = {
  name: "deliveries",
  columns: {
    id: name,
    surface: word(["web", "bot"]),
    publisherId: name,
    platformId: name,
    placement: name,
    apiKeyId: name,
    userKey: name,
    language: name,
    campaignId: name,
    advertiser: name,
    creativeVersionId: name,
    format: word(creativeFormats),
    topicId: optionalName,
    priceMicros: integer,
    publisherMicros: integer,
    day: name,
    issuedAt: integer,
    seenAt: optional(integer),
    pressedAt: optional(integer),
    clickedAt: optional(integer),
    chargedAt: optional(integer),
    presses,
    held: flag,
    seenRecorded: flag,
  },
  key: ["id"],
  indexes: [
    ["userKey", "campaignId", "issuedAt"],
    ["held", "issuedAt"],
    ["campaignId", "held", "issuedAt"],
    ["issuedAt"],
    ["seenAt"],
  ],
  checks: [
    "price_micros >= 0",
    "publisher_micros >= 0 AND publisher_micros <= price_micros",
    "held = 0 OR (surface = 'web' AND price_micros > 0 AND charged_at IS NULL)",
  ],
};

/** The money record of a delivery. It names no user, and stays. */
export type ChargeRow = Pick<DeliveryRow, (typeof chargeFields)[number]>;

const chargeFields = [
  "id",
  "publisherId",
  "platformId",
  "placement",
  "apiKeyId",
  "campaignId",
  "advertiser",
  "creativeVersionId",
  "topicId",
  "language",
  "format",
  "day",
  "priceMicros",
  "publisherMicros",
  "chargedAt",
] as const;

/** The key is the delivery: a second charge of it cannot be stored. */
export const charges: Table<ChargeRow> = {
  name: "charges",
  columns: pick(deliveries.columns, chargeFields),
  key: ["id"],
  indexes: [["chargedAt"]],
  checks: [
    "price_micros > 0",
    "publisher_micros >= 0 AND publisher_micros <= price_micros",
    "charged_at IS NOT NULL",
  ],
};

function pick<T extends object, Field extends keyof T>(item: T, fields: readonly Field[]): Pick<T, Field> {
  const picked: Partial<Pick<T, Field>> = {};
  for (const field of fields) picked[field] = item[field];
  return hasAll(picked, fields) ? picked : item;
}

function hasAll<T extends object, Field extends keyof T>(
  item: Partial<Pick<T, Field>>,
  fields: readonly Field[],
): item is Pick<T, Field> {
  return fields.every((field) => Object.hasOwn(item, field));
}

/** A line of statistics. `line` is a digest of its fields, because together they are longer than a key may be. */
export type CountRow = Omit<Count, "metric"> & { readonly metric: string; readonly line: string };

export const counts: Table<CountRow> = {
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
  indexes: [["hour"]],
};

export const audit: Table<AuditRecord> = {
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
  indexes: [
    ["publisherId", "id"],
    ["entityId", "id"],
  ],
};

export interface WebhookRow {
  readonly id: string;
  readonly document: string;
}

export const webhooks: Table<WebhookRow> = {
  name: "webhooks",
  columns: { id: name, document: text },
  key: ["id"],
};

/** `dueAt` is absent once the message is done. A done message stays, so that it is not stored again. */
export type MessageRow = WebhookMessage & { readonly sequence: number; readonly dueAt: number | undefined };

export const webhookMessages: Table<MessageRow> = {
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
  indexes: [["dueAt", "sequence"], ["sequence"]],
};

/** The steps of the schema that were applied. */
export interface StepRow {
  readonly step: number;
  readonly title: string;
}

export const steps: Table<StepRow> = {
  name: "schema_steps",
  columns: { step: integer, title: name },
  key: ["step"],
};

export const allTables: readonly AnyTable[] = [
  state,
  entities,
  creativeVersions,
  campaigns,
  campaignDays,
  deliveries,
  charges,
  counts,
  audit,
  webhooks,
  webhookMessages,
  steps,
];

/** The delivery of a row, without the state that only the store sees. */
export function toDelivery(row: SqlRow): Delivery {
  const { held: _, seenRecorded: __, ...delivery } = readRow(deliveries, row);
  return delivery;
}
