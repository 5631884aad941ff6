import { isPublicAddress } from "../catalog/public-address.ts";
import { systemTimer } from "../timing/deadlines.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { ReadCurrency } from "./currency.ts";
import type { WebhookTools } from "./route.ts";
import type { SettingsResult } from "./settings.ts";
import { webhookTools } from "./webhook-tools.ts";
import type { AddressRules } from "./webhooks/address.ts";
import { createAttemptLog } from "./webhooks/attempt-log.ts";
import { createDefaultFetch } from "./webhooks/default-fetch.ts";
import type { WebhookFetch } from "./webhooks/post.ts";
import { createRunBehind, type RunBehind } from "./webhooks/run-behind.ts";
import { createWebhookRunner, type WebhookRunnerOptions } from "./webhooks/run-webhooks.ts";

/** The webhooks of an installation: their delivery, and the tools of their routes. */
export interface Webhooks extends RunBehind {
  /** Makes the tools of the webhook routes for the signing secrets. */
  readonly tools: (secrets: readonly string[]) => WebhookTools;
}

/** Options of {@link openWebhooks}. */
export interface WebhooksOptions
  extends Pick<WebhookRunnerOptions, "store" | "clock" | "random" | "log" | "metrics" | "tracing"> {
  readonly readView: () => Promise<Pick<CatalogView, "campaigns">>;
  readonly readCurrency: ReadCurrency;
  readonly settings: () => SettingsResult;
  /** The addresses that webhooks may have. Default: public https. */
  readonly addresses: AddressRules | undefined;
  /** Sends messages. Default: connects to addresses that `addresses` allows only, where the platform can. */
  readonly fetch: WebhookFetch | undefined;
}

/** Delivers webhooks with the settings in force. Does no I/O until it runs. */
export function openWebhooks(options: WebhooksOptions): Webhooks {
  const { readView, readCurrency, settings, addresses, ...others } = options;
  const isAllowed = (address: string): boolean =>
    addresses?.allowPrivateAddresses === true || isPublicAddress(address);
  const shared = {
    ...others,
    fetch: options.fetch ?? createDefaultFetch({ isAllowed, log: options.log }),
    attempts: createAttemptLog(),
    timer: systemTimer,
  };
  const runner = createWebhookRunner({
    ...shared,
    campaigns: async () => (await readView()).campaigns.values(),
    currency: async () => {
      const read = settings();
      const found = read.ok && (await readCurrency(read.settings.currency));
      if (found === false || !found.ok) throw new Error("The currency is unclear: see the log.");
      return found.currency;
    },
    secrets: () => {
      const read = settings();
      return read.ok ? read.settings.secrets : [];
    },
    ...addresses,
  });
  return {
    ...createRunBehind({ run: runner.run, clock: options.clock }),
    tools: (secrets) => webhookTools(secrets, { ...shared, rules: addresses ?? {} }),
  };
}
