import { maxTotals } from "../storage/counts.ts";
import type { ReportStore } from "../storage/report-store.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import { type Account, ownerFilter } from "./account.ts";
import type { Period } from "./period.ts";
import { readSums } from "./read-sums.ts";
import { type ExactAmounts, type ExactLine, noAmounts } from "./statement.ts";

/** The charges, adjustments and views of an account. */
export interface AccountFigures {
  /** Everything before the end of the period. */
  readonly ever: ExactAmounts;
  /** The platforms or campaigns of the period, the largest amount first. */
  readonly lines: readonly ExactLine[];
}

/** The operations of a store that figures are read with. */
export type FigureStore = Pick<ReportStore, "readCharges"> & Pick<ServingStore, "readCounts">;

const hourMs = 3_600_000;

/** The figures of one account. */
export async function readFigures(
  store: FigureStore,
  account: Account,
  period: Period,
): Promise<AccountFigures> {
  const figures = await readAll(store, account.kind, period, ownerFilter(account));
  return figures.get(account.id) ?? { ever: noAmounts, lines: [] };
}

/**
 * The figures of all accounts of a kind with any charge, by their id: three reads, however many accounts there are, unless a sum is too large for one. `undefined`:
 * there are more lines than one read returns.
 */
export async function readAllFigures(
  store: FigureStore,
  kind: Account["kind"],
  period: Period,
): Promise<ReadonlyMap<string, AccountFigures> | undefined> {
  const figures = await readAll(store, kind, period, {});
  const lines = [...figures.values()].reduce((sum, one) => sum + one.lines.length, 0);
  return lines >= maxTotals ? undefined : figures;
}

async function readAll(
  store: FigureStore,
  kind: Account["kind"],
  { from, to }: Period,
  filter: ReturnType<typeof ownerFilter>,
): Promise<ReadonlyMap<string, AccountFigures>> {
  const isPublisher = kind === "publisher";
  const ownerField = isPublisher ? "publisherId" : "advertiser";
  const lineField = isPublisher ? "platformId" : "campaignId";
  const by = [ownerField, lineField] as const;
  // Hourly statistics belong to the month in which their hour begins, as in reports.
  const hours = { from: Math.ceil(from / hourMs) * hourMs, to: Math.ceil(to / hourMs) * hourMs };
  const limit = maxTotals;
  const [ever, charges, counts] = await Promise.all([
    readSums(store, { from: 0, to, ...filter, by: [ownerField], limit }),
    readSums(store, { from, to, ...filter, by, limit }),
    store.readCounts({ ...hours, ...filter, metrics: ["seen"], by, limit }),
  ]);
  const seen = new Map(counts.map((one) => [keyOf(one[ownerField], one[lineField]), one.n]));
  const lines = Map.groupBy(charges, (one) => one[ownerField] ?? "");
  const lineOf = (one: (typeof charges)[number]): ExactLine => ({
    id: one[lineField] ?? "",
    kind: isPublisher ? "platform" : "campaign",
    seen: seen.get(keyOf(one[ownerField], one[lineField])) ?? 0,
    ...one.amounts,
  });
  return new Map(
    ever.map((total) => {
      const id = total[ownerField] ?? "";
      return [id, { ever: total.amounts, lines: (lines.get(id) ?? []).map(lineOf) }];
    }),
  );
}

function keyOf(owner = "", line = ""): string {
  return JSON.stringify([owner, line]);
}
