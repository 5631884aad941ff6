import { exportWeekMs } from "../../../core/storage/export-mark.ts";
import { deliveryLifetimeMs } from "../../../core/timing/windows.ts";

export const hourMs = 3_600_000;

/** The formats of exported rows. */
export const rowFormats = ["parquet", "ndjson"] as const;
export type RowFormat = (typeof rowFormats)[number];

/** Longer than any call of a store takes, so that its rows are visible; and a clock that was set back a little has caught up. */
const marginMs = 10 * 60_000;

/** The begin of the first hour that may still change: an ad of it is not expired, or its last event may not show yet. */
export function openHour(now: number): number {
  return hourOf(now - deliveryLifetimeMs - marginMs);
}

/** How far back a run looks for rows that came late, because the store's clock was ahead and was set right. */
export const lateMs: number = 7 * 86_400_000;

export function hourOf(at: number): number {
  return at - (at % hourMs);
}

export function weekOf(at: number): number {
  return at - (at % exportWeekMs);
}
