/** The currency of an installation until another one is chosen. */
export const defaultCurrency = "USD";

export const currencyAdvice =
  "HANDBILL_CURRENCY (option currency) must be an ISO 4217 code in capitals, such as EUR.";

let known: ReadonlySet<string> | undefined;

/** Whether the platform knows this ISO 4217 code. */
export function isCurrency(code: string): boolean {
  known ??= new Set(Intl.supportedValuesOf("currency"));
  return known.has(code);
}
