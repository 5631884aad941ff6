import { maxPriceMicros } from "../catalog/limits.ts";
import { type ConfigurationOptions, readConfiguration, splitList } from "../configuration.ts";
import { setVariables } from "../environment.ts";
import type { Micros } from "../money.ts";
import type { Keyring } from "../signing/keyring.ts";
import { type ManagementLimits, readManagementLimits } from "./limits.ts";

/** What managing is told beside the configuration that serving has too. */
export interface ManagementSettings {
  /** Where the installation is reached, without a slash at its end. */
  readonly baseUrl: string;
  /** The first signs, all verify. */
  readonly secrets: readonly string[];
  readonly operatorTokens: readonly string[];
  readonly allowLocalUrls: boolean;
  /** The least price of a campaign that an advertiser may set. */
  readonly leastPriceMicros: Micros;
  readonly limits: ManagementLimits;
  /** Hashes networks. */
  readonly keyring: Keyring;
  readonly trustProxy: number;
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
  /**
   * `HANDBILL_LEAST_PRICE_MICROS`. The least price of one impression that an advertiser may set, in micros: at least 1, the
   * default. The operator sets any price. A campaign below it the advertiser may pause, remove, or raise to it.
   */
  readonly leastPriceMicros?: Micros | undefined;
  /** How much callers may do: see {@link ManagementLimits}. */
  readonly managementLimits?: Partial<ManagementLimits> | undefined;
}

const minTokenCharacters = 32;
const defaultLeastPriceMicros = 1;

export function readSettings(options: SettingsOptions): SettingsResult {
  const env = setVariables(options.env);
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
  const leastPriceMicros = options.leastPriceMicros ?? readLeastPrice(env("HANDBILL_LEAST_PRICE_MICROS"));
  if (!Number.isSafeInteger(leastPriceMicros) || leastPriceMicros < 1 || leastPriceMicros > maxPriceMicros) {
    faults.push(
      `HANDBILL_LEAST_PRICE_MICROS (option leastPriceMicros) must be a whole number of micros, 1 to ${maxPriceMicros}.`,
    );
  }
  const read = readManagementLimits(options.managementLimits ?? {}, env);
  faults.push(...read.faults);
  if (!configured.ok || allowLocalUrls === undefined || faults.length > 0) return { ok: false, faults };
  const secrets = options.secrets ?? splitList(env("HANDBILL_SECRET"));
  const { baseUrl, keyring, trustProxy } = configured.configuration;
  const { limits } = read;
  return {
    ok: true,
    settings: {
      baseUrl,
      secrets,
      operatorTokens,
      allowLocalUrls,
      leastPriceMicros,
      limits,
      keyring,
      trustProxy,
    },
  };
}

/** Off when it is not set; `undefined` for what is neither on nor off. */
function readSwitch(value: string | undefined): boolean | undefined {
  if (value === undefined || value === "off") return false;
  return value === "on" ? true : undefined;
}

/** NaN for what is no whole number. */
function readLeastPrice(value: string | undefined): number {
  if (value === undefined) return defaultLeastPriceMicros;
  return /^\d+$/.test(value) ? Number(value) : Number.NaN;
}
