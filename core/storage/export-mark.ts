import type { EpochMs } from "../timing/clock.ts";

/** Begins the names of the marks among the values of `InstallationStore.firstValue`. */
export const exportMarkPrefix = "exported-until-";

/** Deliveries are marked as exported by whole weeks, counted from 1970 as PostgreSQL's partitions are. */
export const exportWeekMs: number = 7 * 86_400_000;

/**
 * The name under which an export stores that all deliveries issued before `until` are in its files. Names order as their instants do,
 * and are never removed: the last one says how far the export has come.
 */
export function exportMark(until: EpochMs): string {
  return `${exportMarkPrefix}${String(until).padStart(16, "0")}`;
}

/** The instant of a mark; 0, when nothing is exported, for none. */
export function exportedUntil(mark: string | undefined): EpochMs {
  return Number(mark?.slice(exportMarkPrefix.length) ?? 0);
}
