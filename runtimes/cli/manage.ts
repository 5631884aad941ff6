import { lookup } from "node:dns/promises";
import { isPublicAddress } from "../../core/catalog/public-address.ts";
import type { ConfigurationOptions } from "../../core/configuration.ts";
import type { Handbill } from "../../core/handbill.ts";
import { createInstallation, type InstallationOptions } from "../../core/management/installation.ts";
import { readSettings } from "../../core/management/settings.ts";
import { createConsole } from "../console/console.ts";
import { consoleLink } from "../console/link.ts";
import { environment } from "../node/mod.ts";
import { createWebhookFetch } from "../node/webhook-fetch.ts";
import { isOn } from "./is-on.ts";

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
): Readonly<Record<"hasConsole" | "allowPrivateAddresses" | "allowLocalUrls" | "accessLog", boolean>> {
  return {
    hasConsole: isOn("HANDBILL_CONSOLE", hasDemo),
    allowPrivateAddresses: isOn("HANDBILL_PRIVATE_WEBHOOKS", false),
    // The demo serves its own pictures, mostly from http://localhost:8787.
    allowLocalUrls: isOn("HANDBILL_LOCAL_URLS", hasDemo),
    accessLog: isOn("HANDBILL_ACCESS_LOG", false),
  };
}

/**
 * Creates the installation of a server: with the API if there is an operator token (`HANDBILL_OPERATOR_TOKEN`), with the console
 * if `HANDBILL_CONSOLE=on`; the demo has both. Throws `InvalidSetting`.
 */
export function manage(options: InstallationOptions, hasDemo: boolean, hasPlayground = false): Managed {
  const { hasConsole, allowPrivateAddresses, allowLocalUrls } = readSwitches(hasDemo);
  const management = hasConsole || (environment("HANDBILL_OPERATOR_TOKEN") ?? "").trim() !== "";
  const { handbill } = createInstallation({
    ...options,
    management,
    console: hasConsole ? createConsole({ hasDemo: hasPlayground }) : undefined,
    openApiAtRoot: true,
    allowLocalUrls,
    webhookAddresses: {
      allowPrivateAddresses,
      resolveHost: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
    },
    webhookFetch: createWebhookFetch((address) => allowPrivateAddresses || isPublicAddress(address)),
  });
  const read = readSettings(options);
  return {
    handbill,
    hasConsole,
    consoleLink: () => (hasConsole ? newConsoleLink(options) : undefined),
    faults: read.ok || !management ? [] : read.faults,
  };
}

/** `undefined`: the configuration is incomplete. */
function newConsoleLink(settings: ConfigurationOptions): string | undefined {
  const read = readSettings(settings);
  if (!read.ok) return undefined;
  const { baseUrl, secrets } = read.settings;
  return consoleLink({ baseUrl, secrets });
}
