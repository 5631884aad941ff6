import type { CountField, CountTotal, Metric } from "../../core/storage/counts.ts";
import type { ChargeField, ChargeTotal } from "../../core/storage/report-store.ts";
import { exactInteger } from "./exact-integer.ts";
import { numberOf, oneOf, textOf } from "./stored-values.ts";

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** A sum of statistics; `values` are those of the fields `by`, in their order. Its metric is one of the query's. */
export function countTotal(
  n: number,
  by: readonly CountField[],
  values: readonly unknown[],
  metrics: readonly Metric[],
): CountTotal {
  const total: Mutable<CountTotal> = { n };
  for (const [index, field] of by.entries()) {
    const value = values[index];
    if (field === "hour") total.hour = numberOf(value);
    else if (field === "metric") total.metric = oneOf(value, metrics);
    else total[field] = textOf(value);
  }
  return total;
}

/** A sum of charges; `values` are those of the fields `by`, in their order. Throws a `StoreDataError` for an amount that is too large. */
export function chargeTotal(
  sums: Omit<ChargeTotal, ChargeField | "operatorMicros">,
  by: readonly ChargeField[],
  values: readonly unknown[],
): ChargeTotal {
  const operatorMicros = exactInteger(sums.spentMicros - sums.publisherMicros);
  const total: Mutable<ChargeTotal> = { ...sums, operatorMicros };
  for (const [index, field] of by.entries()) {
    if (field === "hour") total.hour = numberOf(values[index]);
    else total[field] = textOf(values[index]);
  }
  return total;
}
