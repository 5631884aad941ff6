import type { BasisPoints, Micros } from "../../core/money.ts";

const microsPerUnit = 1_000_000;
const impressionsPerMille = 1_000;
const decimal = /^\d{1,12}(?:\.\d{1,6})?$/;

/** Formats micros as exact units of the installation's currency: `1234.50`. */
export function unitsOf(micros: Micros): string {
  const whole = Math.trunc(micros / microsPerUnit);
  const rest = String(Math.abs(micros % microsPerUnit)).padStart(6, "0");
  const digits = rest.replace(/0{1,4}$/, "");
  return `${micros < 0 && whole === 0 ? "-" : ""}${whole}.${digits}`;
}

/** Formats micros for reading, with thousands separators: `1,234.50`. */
export function moneyOf(micros: Micros): string {
  const [whole = "", rest = ""] = unitsOf(micros).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

/** Converts the price of one impression to a CPM. */
export function cpmOf(priceMicros: Micros): string {
  return unitsOf(priceMicros * impressionsPerMille);
}

/**
 * Parses an amount in units into micros. Returns an invalid text unchanged, so that the API reports it. Empty:
 * `undefined`.
 */
export function microsOf(typed: string): number | string | undefined {
  const text = typed.trim().replaceAll(",", "");
  if (text === "") return undefined;
  if (!decimal.test(text)) return typed;
  const [whole = "", rest = ""] = text.split(".");
  return Number(whole) * microsPerUnit + Number(rest.padEnd(6, "0"));
}

/**
 * Parses a CPM into the price of one impression in micros. Returns a price that is not a whole number of micros
 * unchanged, so that the API reports it.
 */
export function priceOf(typed: string): number | string | undefined {
  const micros = microsOf(typed);
  if (typeof micros !== "number") return micros;
  return micros % impressionsPerMille === 0 ? micros / impressionsPerMille : typed;
}

/** Formats basis points as percent: 7_000 → `70`. */
export function percentOf(share: BasisPoints): string {
  return String(share / 100);
}

/** Parses percent into basis points. Returns an invalid text unchanged. Empty: `undefined`. */
export function shareOf(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : typed;
}

/** Parses a whole number. Returns an invalid text unchanged. Empty: `undefined`. */
export function wholeOf(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : typed;
}

/** Formats a count with thousands separators. */
export function countOf(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Formats a rate from 0 to 1 as percent; a dash for null. */
export function rateOf(rate: number | null): string {
  return rate === null ? "–" : `${(rate * 100).toFixed(rate !== 0 && rate < 0.1 ? 2 : 1)} %`;
}
