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
  | { readonly ok: false; readonly fault: string };

/** Reads the currency of an installation. Returns a fault if the store has another one than the configuration. */
export type ReadCurrency = (configured: string | undefined) => Promise<CurrencyResult>;

const settingName = "currency";

/** The stored currency. `undefined`: the installation was never used. */
export function storedCurrency(store: Pick<InstallationStore, "firstValue">): Promise<string | undefined> {
  return store.firstValue(settingName);
}

/**
 * Reads the currency of an installation, and stores it at the first use: the configured one, or else US dollars. Rejects when
 * the store is unreachable.
 */
export async function firstCurrency(
  store: Pick<InstallationStore, "firstValue">,
  configured: string | undefined,
): Promise<CurrencyResult> {
  const stored = await store.firstValue(settingName, configured);
  if (configured !== undefined && stored !== undefined && stored !== configured) {
    return {
      ok: false,
      fault: `HANDBILL_CURRENCY (option currency) is ${configured}, but all stored amounts are in ${stored}: set it to ${stored}, or use an empty database.`,
    };
  }
  const currency = stored ?? (await store.firstValue(settingName, defaultCurrency)) ?? defaultCurrency;
  return { ok: true, currency, isNewDefault: stored === undefined };
}

/** The message about a currency that nobody chose. */
export const newDefaultNotice: string = `Amounts are in ${defaultCurrency} from now on, because HANDBILL_CURRENCY (option currency) was not set before the first start. It cannot change; for another currency, set it and use an empty database.`;

/** Reads the currency once, because a stored one never changes. Logs a fault, and a default that it stores. */
export function createCurrencyReader(store: Pick<InstallationStore, "firstValue">, log: Log): ReadCurrency {
  let last: { readonly configured: string | undefined; readonly result: CurrencyResult } | undefined;
  return async (configured) => {
    if (last !== undefined && last.configured === configured) return last.result;
    const result = await firstCurrency(store, configured);
    if (!result.ok) log({ level: "error", message: result.fault });
    else if (result.isNewDefault) log({ level: "warn", message: newDefaultNotice });
    last = { configured, result };
    return result;
  };
}
