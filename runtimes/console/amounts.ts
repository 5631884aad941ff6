import type { BasisPoints, Micros } from "../../core/money.ts";

const microsPerUnit = 1_000_000;
const impressionsPerMille = 1_000;
const decimal = /^\d{1,12}(?:\.\d{1,6})?$/;

/** Micros as units of the installation's currency, exact: `1234.50`. */
export function unitsOf(micros: Micros): string {
  const whole = Math.trunc(micros / microsPerUnit);
  const rest = String(Math.abs(micros % microsPerUnit)).padStart(6, "0");
  const digits = rest.replace(/0{1,4}$/, "");
  return `${micros < 0 && whole === 0 ? "-" : ""}${whole}.${digits}`;
}

/** The same with groups of thousands, for reading: `1,234.50`. */
export function moneyOf(micros: Micros): string {
  const [whole = "", rest = ""] = unitsOf(micros).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

/** A price of one impression as the price of a thousand. */
export function cpmOf(priceMicros: Micros): string {
  return unitsOf(priceMicros * impressionsPerMille);
}

/** What somebody typed, in micros; what is no amount stays as it is, and the API says so. Empty: absent. */
export function microsOf(typed: string): number | string | undefined {
  const text = typed.trim().replaceAll(",", "");
  if (text === "") return undefined;
  if (!decimal.test(text)) return typed;
  const [whole = "", rest = ""] = text.split(".");
  return Number(whole) * microsPerUnit + Number(rest.padEnd(6, "0"));
}

/** The same of a price of a thousand impressions; one that is no whole micro an impression stays as it is. */
export function priceOf(typed: string): number | string | undefined {
  const micros = microsOf(typed);
  if (typeof micros !== "number") return micros;
  return micros % impressionsPerMille === 0 ? micros / impressionsPerMille : typed;
}

/** A share as percent: 7_000 → `70`. */
export function percentOf(share: BasisPoints): string {
  return String(share / 100);
}

export function shareOf(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : typed;
}

/** A whole number that was typed. */
export function wholeOf(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : typed;
}

export function countOf(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A share of 1 as percent; a dash for none. */
export function rateOf(rate: number | null): string {
  return rate === null ? "–" : `${(rate * 100).toFixed(rate !== 0 && rate < 0.1 ? 2 : 1)} %`;
}
