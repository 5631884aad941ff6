import { currencyAdvice, defaultCurrency, isCurrency } from "../../core/currency.ts";
import { currencyInUse, newDefaultNotice, storedCurrency } from "../../core/management/currency.ts";
import type { InstallationStore } from "../../core/storage/installation-store.ts";
import { environment } from "../node/environment.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import type { Terminal } from "./terminal.ts";

type CurrencyStore = Pick<InstallationStore, "firstValue">;

/** The currency of a server, which the first start stores. Throws {@link InvalidSetting} if another one is configured. */
export async function currencyToServe(store: CurrencyStore, terminal: Terminal): Promise<string> {
  const read = await currencyInUse(store, configuredCurrency());
  if (!read.ok) throw new InvalidSetting(read.fault);
  if (read.isNewDefault) terminal.talk(newDefaultNotice);
  return read.currency;
}

/** The currency of amounts that a command shows. Stores nothing. Throws {@link InvalidSetting} if another one is configured. */
export async function currencyToShow(store: CurrencyStore): Promise<string> {
  const read = await storedCurrency(store, configuredCurrency(), false);
  if (!read.ok) throw new InvalidSetting(read.fault);
  return read.currency ?? defaultCurrency;
}

/** The currency of the environment. Throws {@link InvalidSetting} if it is none. */
export function configuredCurrency(): string | undefined {
  const code = (environment("HANDBILL_CURRENCY") ?? "").trim() || undefined;
  if (code === undefined || isCurrency(code)) return code;
  throw new InvalidSetting(currencyAdvice);
}
