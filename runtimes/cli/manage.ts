import { lookup } from "node:dns/promises";
import { isPublicAddress } from "../../core/catalog/public-address.ts";
import type { ConfigurationOptions } from "../../core/configuration.ts";
import type { Handbill } from "../../core/handbill.ts";
import { createManagement } from "../../core/management/management.ts";
import { readSettings } from "../../core/management/settings.ts";
import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import type { Store } from "../../core/storage/store.ts";
import { createConsole } from "../console/console.ts";
import { consoleLink } from "../console/link.ts";
import { environment } from "../node/mod.ts";
import { createWebhookFetch } from "../node/webhook-fetch.ts";
import { isOn } from "./is-on.ts";
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
  /** Makes a link that opens the console once. `undefined`: there is no console, or the configuration is incomplete. */
  readonly consoleLink: () => string | undefined;
  readonly hasConsole: boolean;
  /** The errors in the settings of the management side; empty without a management side. */
  readonly faults: readonly string[];
}

/** The variables that are on or off. Throws `InvalidSetting` for other values. */
export function readSwitches(
  hasDemo: boolean,
): Readonly<Record<"hasConsole" | "allowPrivateAddresses" | "allowLocalUrls", boolean>> {
  return {
    hasConsole: isOn("HANDBILL_CONSOLE", hasDemo),
    allowPrivateAddresses: isOn("HANDBILL_PRIVATE_WEBHOOKS", false),
    // The demo serves its own pictures, mostly from http://localhost:8787.
    allowLocalUrls: isOn("HANDBILL_LOCAL_URLS", hasDemo),
  };
}

/**
 * Adds the management side: the API if there is an operator token (`HANDBILL_OPERATOR_TOKEN`), the console if
 * `HANDBILL_CONSOLE=on`; the demo has both. Throws `InvalidSetting`.
 */
export function manage({ store, limiter, handbill, hasDemo, settings }: ManageOptions): Managed {
  const { hasConsole, allowPrivateAddresses, allowLocalUrls } = readSwitches(hasDemo);
  const hasToken = (environment("HANDBILL_OPERATOR_TOKEN") ?? "").trim() !== "";
  if (!hasConsole && !hasToken) return { handbill, consoleLink: () => undefined, hasConsole, faults: [] };
  const read = readSettings(settings);
  const management = createManagement({
    ...settings,
    store,
    handbill,
    limiter,
    console: hasConsole ? createConsole() : undefined,
    openApiAtRoot: true,
    allowLocalUrls,
    webhookAddresses: {
      allowPrivateAddresses,
      resolveHost: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
    },
    webhookFetch: createWebhookFetch((address) => allowPrivateAddresses || isPublicAddress(address)),
  });
  return {
    handbill: withManagement(handbill, management),
    hasConsole,
    consoleLink: () => (hasConsole ? newConsoleLink(settings) : undefined),
    faults: read.ok ? [] : read.faults,
  };
}

/** `undefined`: the configuration is incomplete. */
function newConsoleLink(settings: ConfigurationOptions): string | undefined {
  const read = readSettings(settings);
  if (!read.ok) return undefined;
  const { baseUrl, secrets } = read.settings;
  return consoleLink({ baseUrl, secrets });
}
