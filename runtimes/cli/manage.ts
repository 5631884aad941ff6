import { lookup } from "node:dns/promises";
import type { ConfigurationOptions } from "../../core/configuration.ts";
import type { Handbill } from "../../core/handbill.ts";
import { consoleLink } from "../../core/management/console/link.ts";
import { createManagement } from "../../core/management/management.ts";
import { readSettings } from "../../core/management/settings.ts";
import { isPublicAddress } from "../../core/management/webhooks/public-address.ts";
import type { RateLimiter } from "../../core/ratelimit.ts";
import type { Store } from "../../core/storage.ts";
import { environment } from "../node/mod.ts";
import { createWebhookFetch } from "./webhook-fetch.ts";
import { withManagement } from "./with-management.ts";

export interface ManageOptions {
  readonly store: Store;
  readonly limiter: RateLimiter | undefined;
  readonly handbill: Handbill;
  readonly hasDemo: boolean;
  readonly settings: ConfigurationOptions;
}

export interface Managed {
  readonly handbill: Handbill;
  /** A new link that opens the console once; `undefined` where there is no console. */
  readonly consoleLink: () => string | undefined;
}

/**
 * Adds the management side: the API where there is an operator token (`HANDBILL_OPERATOR_TOKEN`), the console where
 * `HANDBILL_CONSOLE=on`; both beside the demo.
 */
export function manage({ store, limiter, handbill, hasDemo, settings }: ManageOptions): Managed {
  const hasConsole = hasDemo || environment("HANDBILL_CONSOLE") === "on";
  const hasToken = (environment("HANDBILL_OPERATOR_TOKEN") ?? "").trim() !== "";
  if (!hasConsole && !hasToken) return { handbill, consoleLink: () => undefined };
  const allowPrivateAddresses = environment("HANDBILL_PRIVATE_WEBHOOKS") === "on";
  const management = createManagement({
    ...settings,
    store,
    handbill,
    limiter,
    console: hasConsole,
    webhookAddresses: {
      allowPrivateAddresses,
      resolveHost: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
    },
    webhookFetch: createWebhookFetch((address) => allowPrivateAddresses || isPublicAddress(address)),
  });
  return {
    handbill: withManagement(handbill, management),
    consoleLink: () => (hasConsole ? newConsoleLink(settings) : undefined),
  };
}

/** `undefined` while the installation is not set up. */
export function newConsoleLink(settings: ConfigurationOptions): string | undefined {
  const read = readSettings(settings);
  if (!read.ok) return undefined;
  const { baseUrl, secrets } = read.settings;
  return consoleLink({ baseUrl, secrets });
}
