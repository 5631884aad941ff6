import { dirname, join } from "node:path";
import { expect } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { Store } from "../../../core/storage/store.ts";
import { at } from "../../conformance/assert.ts";
import { createTestClock } from "../../conformance/clock.ts";
import { type Cell, queryDuckDb } from "../../setup/duckdb.ts";
import { newFile } from "../../sqlite/temporary.ts";
import { fillShop, hourMs, type StoredRows, storedRows } from "./shop.ts";

export const formats = ["parquet", "ndjson"] as const;
export type Format = (typeof formats)[number];

export const newFolder = (): string => join(dirname(newFile()), "rows");

/** Ads, their last events, and ten minutes. */
export const settledMs: number = 2 * hourMs + 10 * 60_000;

export async function filled(
  hours: number,
): Promise<{ readonly store: Store; readonly clock: ReturnType<typeof createTestClock> }> {
  const clock = createTestClock();
  const store = createMemoryStore({ clock: clock.now });
  await fillShop(store, clock, hours);
  return { store, clock };
}

export async function exported(
  directory: string,
  kind: keyof StoredRows,
  format: Format,
): Promise<readonly Record<string, Cell>[]> {
  const column = { deliveries: "issued_at", charges: "charged_at", adjustments: "adjusted_at" }[kind];
  const id = kind === "adjustments" ? "adjustment_id" : "delivery_id";
  // DuckDB takes a text of a day in JSON for a date.
  const columns = kind === "deliveries" ? "* replace (campaign_day::varchar as campaign_day)" : "*";
  return queryDuckDb(`select ${columns} from ${filesIn(directory, kind, format)} order by ${column}, ${id}`);
}

/** A table of all files of a kind. */
export function filesIn(directory: string, kind: keyof StoredRows, format: Format): string {
  const reader = format === "parquet" ? "read_parquet" : "read_json";
  return `${reader}('${directory}/${kind}/*/*.${format}', hive_partitioning = false)`;
}

/** Rows as the columns of the files have them. */
export function expected(rows: StoredRows): Record<keyof StoredRows, readonly Record<string, Cell>[]> {
  const byId =
    <T extends Record<string, Cell>>(time: string, id: string) =>
    (a: T, b: T) =>
      Number(a[time]) - Number(b[time]) || (String(a[id]) < String(b[id]) ? -1 : 1);
  return {
    deliveries: rows.deliveries
      .map((row) => ({
        delivery_id: row.id,
        surface: row.surface,
        publisher_id: row.publisherId,
        platform_id: row.platformId,
        placement: row.placement,
        api_key_id: row.apiKeyId,
        advertiser: row.advertiser,
        campaign_id: row.campaignId,
        creative_version_id: row.creativeVersionId,
        format: row.format,
        topic_id: row.topicId ?? null,
        language: row.language,
        mark: row.mark,
        price_micros: row.priceMicros,
        publisher_micros: row.publisherMicros,
        campaign_day: row.day,
        issued_at: row.issuedAt,
        seen_at: row.seenAt ?? null,
        pressed_at: row.pressedAt ?? null,
        clicked_at: row.clickedAt ?? null,
        charged_at: row.chargedAt ?? null,
        presses: row.presses.length,
      }))
      .sort(byId("issued_at", "delivery_id")),
    charges: rows.charges
      .map((row) => ({
        delivery_id: row.deliveryId,
        publisher_id: row.publisherId,
        platform_id: row.platformId,
        api_key_id: row.apiKeyId,
        advertiser: row.advertiser,
        campaign_id: row.campaignId,
        mark: row.mark,
        charged_at: row.chargedAt,
        price_micros: row.priceMicros,
        publisher_micros: row.publisherMicros,
        operator_micros: row.priceMicros - row.publisherMicros,
      }))
      .sort(byId("charged_at", "delivery_id")),
    adjustments: rows.adjustments
      .map((row) => ({
        adjustment_id: row.id,
        delivery_id: row.deliveryId,
        publisher_id: row.publisherId,
        platform_id: row.platformId,
        api_key_id: row.apiKeyId,
        advertiser: row.advertiser,
        campaign_id: row.campaignId,
        adjusted_at: row.at,
        micros: row.micros,
        publisher_micros: row.publisherMicros,
        operator_micros: row.micros - row.publisherMicros,
        restores_budget: row.restoresBudget,
        reason: row.reason,
      }))
      .sort(byId("adjusted_at", "adjustment_id")),
  };
}

/** Every row of the store before `to` is in the files once, and they have no other. */
export async function expectRows(directory: string, store: Store, to: number, format: Format): Promise<void> {
  const wanted = expected(await storedRows(store, to));
  for (const kind of ["deliveries", "charges", "adjustments"] as const) {
    const found = await exported(directory, kind, format);
    const instants = Object.keys(at(wanted[kind], 0)).filter((name) => name.endsWith("_at"));
    const asNumbers = found.map((row) => ({
      ...row,
      ...Object.fromEntries(instants.map((name) => [name, instantOf(row[name] ?? null)])),
    }));
    expect(asNumbers, kind).toEqual(wanted[kind]);
  }
}

/** Instants of NDJSON that are always there are found as such by DuckDB, others are texts. */
export function instantOf(cell: Cell): Cell {
  return typeof cell === "string" ? Date.parse(cell) : cell;
}
