import { isAmountTooLarge } from "../storage/amount-too-large.ts";
import type { ChargeFields, ChargeQuery, ReportStore } from "../storage/report-store.ts";
import { amountsOf, combine, type ExactAmounts } from "./statement.ts";

/** Sums of charges and adjustments with the fields asked for. */
export type ExactSum = Partial<ChargeFields> & { readonly amounts: ExactAmounts };

/**
 * Reads sums that may pass 2^53 − 1, the largest first. Where the store refuses one, it reads both halves of the time, and adds them up.
 * What is charged meanwhile is in the half that is read later, or in none.
 */
export async function readSums(
  store: Pick<ReportStore, "readCharges">,
  query: ChargeQuery,
): Promise<readonly ExactSum[]> {
  const sums = new Map<string, ExactSum>();
  for (const one of await readParts(store, query)) {
    const key = JSON.stringify(query.by.map((field) => one[field]));
    const known = sums.get(key);
    sums.set(key, known === undefined ? one : { ...known, amounts: combine(known.amounts, one.amounts) });
  }
  return [...sums.values()].sort((a, b) => Number(spentOf(b) - spentOf(a)));
}

async function readParts(
  store: Pick<ReportStore, "readCharges">,
  query: ChargeQuery,
): Promise<readonly ExactSum[]> {
  const { from, to, by } = query;
  try {
    const totals = await store.readCharges(query);
    return totals.map((total) => ({
      ...Object.fromEntries(by.map((field) => [field, total[field]])),
      amounts: amountsOf(total),
    }));
  } catch (error) {
    if (!isAmountTooLarge(error) || to - from < 2) throw error;
    const middle = from + Math.floor((to - from) / 2);
    const first = await readParts(store, { ...query, to: middle });
    return [...first, ...(await readParts(store, { ...query, from: middle }))];
  }
}

function spentOf({ amounts }: ExactSum): bigint {
  return amounts.chargedMicros - amounts.adjustedMicros;
}
