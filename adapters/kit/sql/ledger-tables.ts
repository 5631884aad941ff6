import type { StoredDelivery } from "../../../core/billing/ledger.ts";
import { creativeFormats } from "../../../core/contract/formats.ts";
import type { Delivery, Press } from "../../../core/storage/delivery.ts";
import type { Adjustment } from "../../../core/storage/settlement-store.ts";
import { arrayOf } from "../stored-values.ts";
import {
  type Column,
  flag,
  integer,
  integerOf,
  name,
  optional,
  optionalName,
  readRow,
  type Table,
  table,
  text,
  word,
} from "./columns.ts";
import type { SqlRow } from "./dialect.ts";

/** Limits, used and held amounts of a campaign. The row outlives the campaign. */
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
  readonly usedMicros: number;
  readonly heldMicros: number;
  /** The part of the held amount that unproven holds are. */
  readonly unprovenHeldMicros: number;
  /** The part of the used amount that adjustments took back without restoring the budget. */
  readonly waivedMicros: number;
}

export const campaigns: Table<CampaignRow> = table({
  name: "campaigns",
  columns: {
    id: name,
    status: word(["active", "paused", "removed"]),
    timeZone: name,
    totalBudgetMicros: integer,
    dailyBudgetMicros: integer,
    capImpressions: optional(integer),
    capWindowMs: optional(integer),
    usedMicros: integer,
    heldMicros: integer,
    unprovenHeldMicros: integer,
    waivedMicros: integer,
  },
  key: ["id"],
  checks: [
    "used_micros >= 0",
    "held_micros >= 0",
    "unproven_held_micros >= 0 AND unproven_held_micros <= held_micros",
    "waived_micros >= 0 AND waived_micros <= used_micros",
    "used_micros + held_micros <= total_budget_micros",
  ],
});

export interface DayRow {
  readonly campaignId: string;
  readonly day: string;
  /** The budget in force when the day last took money. */
  readonly dailyBudgetMicros: number;
  readonly usedMicros: number;
  readonly heldMicros: number;
}

export const campaignDays: Table<DayRow> = table({
  name: "campaign_days",
  columns: {
    campaignId: name,
    day: name,
    dailyBudgetMicros: integer,
    usedMicros: integer,
    heldMicros: integer,
  },
  key: ["campaignId", "day"],
  checks: ["used_micros >= 0", "held_micros >= 0", "used_micros + held_micros <= daily_budget_micros"],
});

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

const delivery: Table<Delivery> = table({
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
    mark: name,
    network: name,
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
  },
  key: ["id"],
});

export type DeliveryRow = Delivery &
  Omit<StoredDelivery, "delivery"> & {
    /** The time of the issue while the network is kept, so that an index finds old networks. */
    readonly networkAt: number | undefined;
  };

export const deliveries: Table<DeliveryRow> = table({
  name: "deliveries",
  columns: {
    ...delivery.columns,
    networkAt: optional(integer),
    held: flag,
    unproven: flag,
    seenRecorded: flag,
  },
  key: ["id"],
  indexes: [
    { fields: ["userKey", "campaignId", "issuedAt"] },
    { fields: ["held", "issuedAt"], where: "held = 1" },
    { fields: ["campaignId", "held", "issuedAt"], unlessPartial: true },
    { fields: ["issuedAt"] },
    { fields: ["seenAt"] },
    { fields: ["networkAt"] },
  ],
  checks: [
    "price_micros >= 0",
    "publisher_micros >= 0 AND publisher_micros <= price_micros",
    "held = 0 OR (surface = 'web' AND price_micros > 0 AND charged_at IS NULL)",
  ],
});

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
  "mark",
  "day",
  "priceMicros",
  "publisherMicros",
  "chargedAt",
] as const;

/** The key is the delivery: a second charge of it cannot be stored. */
export const charges: Table<ChargeRow> = table({
  name: "charges",
  columns: pick(deliveries.columns, chargeFields),
  key: ["id"],
  indexes: [{ fields: ["chargedAt"] }],
  checks: [
    "price_micros > 0",
    "publisher_micros >= 0 AND publisher_micros <= price_micros",
    "charged_at IS NOT NULL",
  ],
});

/** The sums of a charge's adjustments. The CHECK keeps them within the charge, even if the code has a fault. */
export interface AdjustedChargeRow {
  readonly deliveryId: string;
  readonly chargedMicros: number;
  readonly chargedPublisherMicros: number;
  readonly adjustedMicros: number;
  readonly adjustedPublisherMicros: number;
}

export const adjustedCharges: Table<AdjustedChargeRow> = table({
  name: "adjusted_charges",
  columns: {
    deliveryId: name,
    chargedMicros: integer,
    chargedPublisherMicros: integer,
    adjustedMicros: integer,
    adjustedPublisherMicros: integer,
  },
  key: ["deliveryId"],
  checks: [
    "adjusted_micros > 0 AND adjusted_micros <= charged_micros",
    "adjusted_publisher_micros >= 0 AND adjusted_publisher_micros <= charged_publisher_micros",
  ],
});

/** A report reads the other fields of an adjustment from its charge. */
export const adjustments: Table<Adjustment> = table({
  name: "adjustments",
  columns: {
    id: name,
    at: integer,
    micros: integer,
    publisherMicros: integer,
    restoresBudget: flag,
    reason: text,
    actor: name,
    deliveryId: name,
    publisherId: name,
    platformId: name,
    apiKeyId: name,
    advertiser: name,
    campaignId: name,
  },
  key: ["id"],
  indexes: [{ fields: ["at", "id"] }],
  checks: ["micros > 0", "publisher_micros >= 0 AND publisher_micros <= micros"],
});

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

/** The delivery of a row, without the state that only the store sees. */
export function toDelivery(row: SqlRow): Delivery {
  return readRow(delivery, row);
}

export function storedOf(row: SqlRow): StoredDelivery {
  return {
    delivery: readRow(delivery, row),
    held: flag.read(row["held"]),
    unproven: flag.read(row["unproven"]),
    seenRecorded: flag.read(row["seen_recorded"]),
  };
}

export function rowOf({ delivery, held, unproven, seenRecorded }: StoredDelivery): DeliveryRow {
  const networkAt = delivery.network === "" ? undefined : delivery.issuedAt;
  return { ...delivery, networkAt, held, unproven, seenRecorded };
}
