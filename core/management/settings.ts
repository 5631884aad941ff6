import { maxPriceMicros } from "../catalog/limits.ts";
import { type ConfigurationOptions, readConfiguration } from "../configuration.ts";
import { currencyAdvice, isCurrency } from "../currency.ts";
import { setVariables, splitList } from "../environment.ts";
import type { Micros } from "../money.ts";
import type { Keyring } from "../signing/keyring.ts";
import { type Letterhead, readLetterhead } from "./letterhead.ts";
import { type ManagementLimits, readManagementLimits } from "./limits.ts";

/** The settings of the management side, beside the configuration that it shares with serving. */
export interface ManagementSettings {
  /** The public address of the installation without a trailing slash. */
  readonly baseUrl: string;
  /** The signing secrets. The first one signs, all of them verify. */
  readonly secrets: readonly string[];
  readonly operatorTokens: readonly string[];
  readonly allowLocalUrls: boolean;
  /** The lowest price of a campaign that an advertiser may set. */
  readonly leastPriceMicros: Micros;
  readonly installation: Letterhead;
  /** The configured currency, an ISO 4217 code. `undefined`: the stored one holds. */
  readonly currency: string | undefined;
  /** Whether what publishers and advertisers enter waits for the operator. */
  readonly review: boolean;
  readonly limits: ManagementLimits;
  /** The keys derived from the secrets; they hash networks. */
  readonly keyring: Keyring;
  readonly trustProxy: number;
}

/** The outcome of reading the settings. */
export type SettingsResult =
  | { readonly ok: true; readonly settings: ManagementSettings }
  | { readonly ok: false; readonly faults: readonly string[] };

/** The settings of the management side as options. Each can also come from its environment variable; an option wins. */
export interface SettingsOptions extends ConfigurationOptions {
  /**
   * `HANDBILL_OPERATOR_TOKEN`, separated by commas: tokens of at least 32 characters with all rights. `handbill secret`
   * makes one. Default: none.
   */
  readonly operatorTokens?: readonly string[] | undefined;
  /**
   * `HANDBILL_LOCAL_URLS`, `on` or `off`. Allows creatives to load media from and link to local and private hosts, also
   * over plain http. For development. Default off.
   */
  readonly allowLocalUrls?: boolean | undefined;
  /**
   * `HANDBILL_LEAST_PRICE_MICROS`, 1 or more, default 1. The lowest price of one impression that an advertiser may set,
   * in micros. The operator sets any price. An advertiser may pause or remove a cheaper campaign, or raise its price to
   * this value.
   */
  readonly leastPriceMicros?: Micros | undefined;
  /**
   * `HANDBILL_NAME`, at most 200 characters, and `HANDBILL_ADDRESS`, at most 10 lines and 500 characters: the head of printed
   * statements. The lines of the variable are separated by `\n`, or by a comma and a space. Default: the base URL, and no address.
   */
  readonly installation?: Letterhead | undefined;
  /**
   * `HANDBILL_CURRENCY`, an ISO 4217 code such as `EUR`. The currency of all amounts. The store keeps the first one, and the
   * management side refuses another. Default: the stored one, or else `USD`.
   */
  readonly currency?: string | undefined;
  /**
   * `HANDBILL_REVIEW`, `on` or `off`. Platforms and creatives of publishers and advertisers wait for the operator, and so do their
   * edits; an approved version runs on meanwhile. Default on.
   */
  readonly review?: boolean | undefined;
  /** The limits of callers, see {@link ManagementLimits}. */
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
  const allowLocalUrls = options.allowLocalUrls ?? readSwitch(env("HANDBILL_LOCAL_URLS"), false);
  if (allowLocalUrls === undefined) faults.push("HANDBILL_LOCAL_URLS must be on or off.");
  const review = options.review ?? readSwitch(env("HANDBILL_REVIEW"), true);
  if (review === undefined) faults.push("HANDBILL_REVIEW must be on or off.");
  const head = readLetterhead(options.installation ?? {}, env);
  faults.push(...head.faults);
  const leastPriceMicros = options.leastPriceMicros ?? readLeastPrice(env("HANDBILL_LEAST_PRICE_MICROS"));
  if (!Number.isSafeInteger(leastPriceMicros) || leastPriceMicros < 1 || leastPriceMicros > maxPriceMicros) {
    faults.push(
      `HANDBILL_LEAST_PRICE_MICROS (option leastPriceMicros) must be a whole number of micros, 1 to ${maxPriceMicros}.`,
    );
  }
  const currency = options.currency ?? env("HANDBILL_CURRENCY");
  if (currency !== undefined && !isCurrency(currency)) faults.push(currencyAdvice);
  const read = readManagementLimits(options.managementLimits ?? {}, env);
  faults.push(...read.faults);
  if (!configured.ok || allowLocalUrls === undefined || review === undefined || faults.length > 0) {
    return { ok: false, faults };
  }
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
      installation: head.letterhead,
      leastPriceMicros,
      currency,
      review,
      limits,
      keyring,
      trustProxy,
    },
  };
}

/** `undefined`: neither on nor off. */
function readSwitch(value: string | undefined, unset: boolean): boolean | undefined {
  if (value === undefined) return unset;
  return value === "on" ? true : value === "off" ? false : undefined;
}

/** NaN: not a whole number. */
function readLeastPrice(value: string | undefined): number {
  if (value === undefined) return defaultLeastPriceMicros;
  return /^\d+$/.test(value) ? Number(value) : Number.NaN;
}
