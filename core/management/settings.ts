import { type ConfigurationOptions, readConfiguration, splitList } from "../configuration.ts";

/** What managing is told beside the configuration that serving has too. */
export interface ManagementSettings {
  /** Where the installation is reached, without a slash at its end. */
  readonly baseUrl: string;
  /** The first signs, all verify. */
  readonly secrets: readonly string[];
  readonly operatorTokens: readonly string[];
  readonly allowLocalUrls: boolean;
}

export type SettingsResult =
  | { readonly ok: true; readonly settings: ManagementSettings }
  | { readonly ok: false; readonly faults: readonly string[] };

export interface SettingsOptions extends ConfigurationOptions {
  /**
   * `HANDBILL_OPERATOR_TOKEN`, separated by commas: tokens of at least 32 characters that open everything. `handbill
   * secret` makes one.
   */
  readonly operatorTokens?: readonly string[] | undefined;
  /**
   * `HANDBILL_LOCAL_URLS`, `on` or `off`. Media and landing pages of creatives may be on local and private hosts, also by plain
   * http. For development: default off.
   */
  readonly allowLocalUrls?: boolean | undefined;
}

const minTokenCharacters = 32;

export function readSettings(options: SettingsOptions): SettingsResult {
  const env = options.env ?? (() => undefined);
  const configured = readConfiguration(options);
  const operatorTokens = options.operatorTokens ?? splitList(env("HANDBILL_OPERATOR_TOKEN"));
  const faults = configured.ok ? [] : [...configured.faults];
  if (operatorTokens.some((token) => token.length < minTokenCharacters)) {
    faults.push(
      `Every token in HANDBILL_OPERATOR_TOKEN needs at least ${minTokenCharacters} characters; \`handbill secret\` makes one.`,
    );
  }
  const allowLocalUrls = options.allowLocalUrls ?? readSwitch(env("HANDBILL_LOCAL_URLS"));
  if (allowLocalUrls === undefined) faults.push("HANDBILL_LOCAL_URLS must be on or off.");
  if (!configured.ok || allowLocalUrls === undefined || faults.length > 0) return { ok: false, faults };
  const secrets = options.secrets ?? splitList(env("HANDBILL_SECRET"));
  return {
    ok: true,
    settings: { baseUrl: configured.configuration.baseUrl, secrets, operatorTokens, allowLocalUrls },
  };
}

/** Off when it is not set; `undefined` for what is neither on nor off. */
function readSwitch(value: string | undefined): boolean | undefined {
  if (value === undefined || value === "" || value === "off") return false;
  return value === "on" ? true : undefined;
}
