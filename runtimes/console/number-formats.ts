import { createMoneyFormat, type MoneyFormat } from "../../core/money-format.ts";

/** Writes numbers as the reader's locale does. */
export interface NumberFormats {
  readonly money: MoneyFormat;
  readonly count: (n: number) => string;
  /** Formats with one decimal. */
  readonly decimal: (n: number) => string;
  /** Formats a rate from 0 to 1 as percent; a dash for null. */
  readonly rate: (rate: number | null) => string;
}

const maxLanguages = 10;

export function createNumberFormats(currency: string, acceptLanguage: string | undefined): NumberFormats {
  const locale = localeOf(acceptLanguage);
  const decimals = [0, 1, 2].map(
    (digits) =>
      new Intl.NumberFormat(locale, {
        numberingSystem: "latn",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  const write = (n: number, digits: number): string => decimals[digits]?.format(n) ?? String(n);
  return {
    money: createMoneyFormat(currency, locale),
    count: (n) => write(n, 0),
    decimal: (n) => write(n, 1),
    rate: (rate) => (rate === null ? "–" : `${write(rate * 100, rate !== 0 && rate < 0.1 ? 2 : 1)} %`),
  };
}

/** The first supported language of an Accept-Language header by its weights (RFC 9110 §12.5.4); `en` without one. */
function localeOf(header = ""): string {
  const wanted = header
    .split(",", maxLanguages)
    .map((part) =>
      /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part),
    )
    .map((found) => ({ tag: found?.[1] ?? "", weight: Number(found?.[2] ?? 1) }))
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted.map(({ tag }) => supported(tag)).find((locale) => locale !== undefined) ?? "en";
}

/** `undefined`: the platform does not know the locale, or it is not well-formed. */
function supported(tag: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)[0];
  } catch {
    return undefined;
  }
}
