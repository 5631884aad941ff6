import type { Micros } from "./money.ts";

const microsPerUnit = 1_000_000;
const maxDecimals = 6;
const viewsPerMille = 1_000;

/** Writes amounts in one currency for readers of one language, and reads those that they type. */
export interface MoneyFormat {
  /** The ISO 4217 code. */
  readonly currency: string;
  /** The sign before decimals. */
  readonly decimalSign: string;
  /** An exact amount with its currency: `EUR 1,234.50`. */
  readonly amount: (micros: Micros) => string;
  /**
   * Returns the format of amounts that stand beside each other: without the currency, which their head names, and with one number of
   * decimals. Amounts are exact; averages are rounded so that the smallest one keeps two digits.
   */
  readonly column: (amounts: readonly number[], kind?: "amounts" | "averages") => (micros: number) => string;
  /** The price of one view: `EUR 2.00 CPM (EUR 0.002 per view)`. */
  readonly price: (priceMicros: Micros) => string;
  /** The value of a field whose name ends in `Micros`: a price or an amount. `undefined`: it is neither. */
  readonly field: (name: string, value: unknown) => string | undefined;
  /** The exact amount in a text field: `1234.50`. */
  readonly typed: (micros: Micros) => string;
  /** Reads an amount that a person typed, in units. `undefined`: it is no amount, or has more than six decimals. */
  readonly parse: (text: string) => Micros | undefined;
}

/** Throws for a locale that is not well-formed, and for a currency that is not three letters. */
export function createMoneyFormat(currency: string, locale = "en"): MoneyFormat {
  const formatOf = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { numberingSystem: "latn", ...options });
  const inUnits = { style: "currency", currency, currencyDisplay: "code" } as const;
  const { maximumFractionDigits: least = 0 } = formatOf(inUnits).resolvedOptions();
  const exact = { minimumFractionDigits: least, maximumFractionDigits: maxDecimals };
  const named = formatOf({ ...inUnits, ...exact });
  const plain = formatOf({ useGrouping: false, ...exact });
  const amount = (micros: Micros): string => named.format(unitsOf(micros));
  const parts = formatOf({ minimumFractionDigits: 1, useGrouping: true }).formatToParts(1e9);
  const signOf = (type: Intl.NumberFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? "";
  const decimalSign = signOf("decimal");
  const groupSign = signOf("group");
  const price = (priceMicros: Micros): string =>
    `${amount(priceMicros * viewsPerMille)} CPM (${amount(priceMicros)} per view)`;
  return {
    currency,
    decimalSign,
    amount,
    column: (amounts, kind = "amounts") => {
      const decimalsOf = kind === "amounts" ? exactDecimals : twoDigits;
      const decimals = amounts.reduce((most, micros) => Math.max(most, decimalsOf(micros)), least);
      const format = formatOf({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });
      return (micros) => format.format(unitsOf(micros));
    },
    price,
    field: (name, value) =>
      typeof value !== "number" || !name.endsWith("Micros")
        ? undefined
        : (name.endsWith("priceMicros") ? price : amount)(value),
    typed: (micros) => plain.format(unitsOf(micros)),
    parse: (text) => {
      const [whole = "", rest = "", ...more] = text.trim().split(decimalSign);
      const digits = ungrouped(whole, groupSign);
      if (more.length > 0 || !/^\d{1,12}$/.test(digits) || !/^\d{0,6}$/.test(rest)) return undefined;
      return Number(digits) * microsPerUnit + Number(rest.padEnd(maxDecimals, "0"));
    },
  };
}

/** The digits without the signs between their groups. Text with other signs stays as it is. Readers type any space for a space. */
function ungrouped(whole: string, groupSign: string): string {
  const sign = groupSign.trim() === "" ? " " : groupSign;
  const [first = "", ...groups] = whole.replaceAll(/\s/g, " ").split(sign);
  const areGroups = /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{2,3}$/.test(group));
  return areGroups && groups.at(-1)?.length === 3 ? [first, ...groups].join("") : whole;
}

/** An amount in units as exact text, which keeps more digits than a number. */
function unitsOf(micros: number): Intl.StringNumericLiteral | number {
  const all = Math.round(micros);
  const rest = String(Math.abs(all % microsPerUnit)).padStart(maxDecimals, "0");
  const text = `${all < 0 ? "-" : ""}${Math.abs(Math.trunc(all / microsPerUnit))}.${rest}`;
  return isNumeric(text) ? text : all / microsPerUnit;
}

function isNumeric(text: string): text is `${number}` {
  return Number.isFinite(Number(text));
}

/** The decimals that an amount needs. */
function exactDecimals(micros: number): number {
  return String(Math.abs(Math.round(micros) % microsPerUnit))
    .padStart(maxDecimals, "0")
    .replace(/0+$/, "").length;
}

/** The decimals that show two digits of an average. */
function twoDigits(micros: number): number {
  if (micros === 0) return 0;
  const decimals = 1 - Math.floor(Math.log10(Math.abs(micros) / microsPerUnit));
  return Math.min(Math.max(decimals, 0), maxDecimals);
}
