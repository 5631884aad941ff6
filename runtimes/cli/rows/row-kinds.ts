import type { ListedDelivery } from "../../../core/storage/report-store.ts";
import { maxListedDeliveries } from "../../../core/storage/report-store.ts";
import { maxBatch } from "../../../core/storage/serving-store.ts";
import type { Adjustment, Charge, ChargeOwners } from "../../../core/storage/settlement-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import type { EpochMs } from "../../../core/timing/clock.ts";

/** A column of a file: text, an exact integer, a yes or no, or an instant in milliseconds since 1970. */
export interface Column<Row> {
  readonly name: string;
  readonly type: "text" | "integer" | "flag" | "instant";
  /** Whether some rows have no value. */
  readonly optional?: true;
  readonly of: (row: Row) => string | number | boolean | undefined;
}

/** A selection of rows by their time. */
export interface RowQuery<Row> {
  /** The first instant, included. */
  readonly from: EpochMs;
  /** The end, excluded. */
  readonly to: EpochMs;
  /** The last row of the page before. */
  readonly after: Row | undefined;
  /** Default: the most that the store gives at once. */
  readonly limit?: number | undefined;
}

/** A kind of rows: its columns, the time that a row belongs to, and its pages. */
export interface RowKind<Row> {
  readonly name: RowKindName;
  readonly columns: readonly Column<Row>[];
  readonly timeOf: (row: Row) => EpochMs;
  /** Rows in the order of their time. An empty page is the end. */
  readonly page: (query: RowQuery<Row>) => Promise<readonly Row[]>;
}

export type RowKindName = "deliveries" | "charges" | "adjustments";

/** The stores' reading side of an export. */
export type RowStore = Pick<Store, "listDeliveries" | "listCharges" | "listAdjustments">;

const owners: readonly Column<ChargeOwners>[] = [
  { name: "delivery_id", type: "text", of: (row) => row.deliveryId },
  { name: "publisher_id", type: "text", of: (row) => row.publisherId },
  { name: "platform_id", type: "text", of: (row) => row.platformId },
  { name: "api_key_id", type: "text", of: (row) => row.apiKeyId },
  { name: "advertiser", type: "text", of: (row) => row.advertiser },
  { name: "campaign_id", type: "text", of: (row) => row.campaignId },
];

/** A delivery's columns: neither a user nor a network is among them. */
export const deliveryColumns: readonly Column<ListedDelivery>[] = [
  { name: "delivery_id", type: "text", of: (row) => row.id },
  { name: "surface", type: "text", of: (row) => row.surface },
  { name: "publisher_id", type: "text", of: (row) => row.publisherId },
  { name: "platform_id", type: "text", of: (row) => row.platformId },
  { name: "placement", type: "text", of: (row) => row.placement },
  { name: "api_key_id", type: "text", of: (row) => row.apiKeyId },
  { name: "advertiser", type: "text", of: (row) => row.advertiser },
  { name: "campaign_id", type: "text", of: (row) => row.campaignId },
  { name: "creative_version_id", type: "text", of: (row) => row.creativeVersionId },
  { name: "format", type: "text", of: (row) => row.format },
  { name: "topic_id", type: "text", optional: true, of: (row) => row.topicId },
  { name: "language", type: "text", of: (row) => row.language },
  { name: "mark", type: "text", of: (row) => row.mark },
  { name: "price_micros", type: "integer", of: (row) => row.priceMicros },
  { name: "publisher_micros", type: "integer", of: (row) => row.publisherMicros },
  { name: "campaign_day", type: "text", of: (row) => row.day },
  { name: "issued_at", type: "instant", of: (row) => row.issuedAt },
  { name: "seen_at", type: "instant", optional: true, of: (row) => row.seenAt },
  { name: "pressed_at", type: "instant", optional: true, of: (row) => row.pressedAt },
  { name: "clicked_at", type: "instant", optional: true, of: (row) => row.clickedAt },
  { name: "charged_at", type: "instant", optional: true, of: (row) => row.chargedAt },
  { name: "presses", type: "integer", of: (row) => row.presses.length },
];

const chargeColumns: readonly Column<Charge>[] = [
  ...owners,
  { name: "mark", type: "text", of: (row) => row.mark },
  { name: "charged_at", type: "instant", of: (row) => row.chargedAt },
  { name: "price_micros", type: "integer", of: (row) => row.priceMicros },
  { name: "publisher_micros", type: "integer", of: (row) => row.publisherMicros },
  { name: "operator_micros", type: "integer", of: (row) => row.priceMicros - row.publisherMicros },
];

const adjustmentColumns: readonly Column<Adjustment>[] = [
  { name: "adjustment_id", type: "text", of: (row) => row.id },
  ...owners,
  { name: "adjusted_at", type: "instant", of: (row) => row.at },
  { name: "micros", type: "integer", of: (row) => row.micros },
  { name: "publisher_micros", type: "integer", of: (row) => row.publisherMicros },
  { name: "operator_micros", type: "integer", of: (row) => row.micros - row.publisherMicros },
  { name: "restores_budget", type: "flag", of: (row) => row.restoresBudget },
  { name: "reason", type: "text", of: (row) => row.reason },
];

/** Runs a task for each kind of rows that the store lists, one after the other. */
export async function forEachKind(
  store: RowStore,
  task: <Row>(kind: RowKind<Row>) => Promise<void>,
): Promise<void> {
  const list = store.listDeliveries;
  if (list !== undefined) {
    await task<ListedDelivery>({
      name: "deliveries",
      columns: deliveryColumns,
      timeOf: (row) => row.issuedAt,
      page: ({ limit = maxListedDeliveries, ...query }) => list({ ...query, limit }),
    });
  }
  await task<Charge>({
    name: "charges",
    columns: chargeColumns,
    timeOf: (row) => row.chargedAt,
    page: ({ limit = maxBatch, ...query }) => store.listCharges({ ...query, limit }),
  });
  await task<Adjustment>({
    name: "adjustments",
    columns: adjustmentColumns,
    timeOf: (row) => row.at,
    page: ({ limit = maxBatch, ...query }) => store.listAdjustments({ ...query, limit }),
  });
}
