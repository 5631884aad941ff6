import { defaultCurrency } from "../currency.ts";
import type { Log } from "../log.ts";
import type { InstallationStore } from "../storage/installation-store.ts";

/** The currency of an installation, or why it is unclear. */
export type CurrencyResult =
  | {
      readonly ok: true;
      /** An ISO 4217 code. */
      readonly currency: string;
      /** Whether this call stored the default. */
      readonly isNewDefault: boolean;
    }
  | CurrencyFault;

interface CurrencyFault {
  readonly ok: false;
  readonly fault: string;
}

/** Reads the currency of an installation. Returns a fault if the store has another one than the configuration. */
export type ReadCurrency = (configured: string | undefined) => Promise<CurrencyResult>;

type CurrencyStore = Pick<InstallationStore, "firstValue">;

const settingName = "currency";

/**
 * Reads the stored currency. Without one it stores the configured one, if `mayStore`. Without both it is `undefined`. Rejects
 * when the store is unreachable.
 */
export async function storedCurrency(
  store: CurrencyStore,
  configured: string | undefined,
  mayStore = true,
): Promise<{ readonly ok: true; readonly currency: string | undefined } | CurrencyFault> {
  const stored = await store.firstValue(settingName, mayStore ? configured : undefined);
  if (configured === undefined || stored === undefined || stored === configured) {
    return { ok: true, currency: stored ?? configured };
  }
  return {
    ok: false,
    fault: `HANDBILL_CURRENCY (option currency) is ${configured}, but all stored amounts are in ${stored}: set it to ${stored}, or use an empty database.`,
  };
}

/** The same, and stores the default if no currency is stored or configured. */
export async function currencyInUse(
  store: CurrencyStore,
  configured: string | undefined,
): Promise<CurrencyResult> {
  const found = await storedCurrency(store, configured);
  if (!found.ok) return found;
  if (found.currency !== undefined) return { ok: true, currency: found.currency, isNewDefault: false };
  const currency = (await store.firstValue(settingName, defaultCurrency)) ?? defaultCurrency;
  return { ok: true, currency, isNewDefault: currency === defaultCurrency };
}

/** The message about a currency that nobody chose. */
export const newDefaultNotice: string = `Amounts are in ${defaultCurrency} from now on, because HANDBILL_CURRENCY (option currency) is not set. It cannot change; for another currency, set it and use an empty database.`;

export function logNewDefault(log: Log): void {
  log({ level: "warn", code: "currency-default", message: newDefaultNotice });
}

/** Reads the currency until it is known, because a stored one never changes. Logs a fault, and a default that it stores. */
export function createCurrencyReader(store: CurrencyStore, log: Log): ReadCurrency {
  let last: { readonly configured: string | undefined; readonly result: CurrencyResult } | undefined;
  return async (configured) => {
    if (last !== undefined && last.configured === configured) return last.result;
    const result = await currencyInUse(store, configured);
    const isLogged = last !== undefined && last.configured === configured;
    last = { configured, result };
    if (isLogged) return result;
    if (!result.ok) log({ level: "error", code: "currency-mismatch", message: result.fault });
    else if (result.isNewDefault) logNewDefault(log);
    return result;
  };
}
