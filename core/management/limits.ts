import type { Environment } from "../environment.ts";
import { type RateLimit, readRate } from "../ratelimit/rate-limits.ts";

/** The limits of the management side. Each is a setting; `false` switches a rate off. */
export interface ManagementLimits {
  /**
   * `HANDBILL_LIMIT_WRITES_PER_PRINCIPAL`, default 120/1m. Calls other than GET by one principal, except pausing
   * campaigns and revoking a key at once. An advertiser's duplicate counts for each object that it creates.
   */
  readonly writesPerPrincipal: RateLimit | false;
  /**
   * `HANDBILL_LIMIT_FAILED_SIGN_INS_PER_NETWORK`, default 10/1m. Failed sign-ins, and refused tokens of the API, from
   * one network (IPv4 /24, IPv6 /48) whose client address is known. Its 429 replaces a refusal, never another answer.
   */
  readonly failedSignInsPerNetwork: RateLimit | false;
  /** `HANDBILL_MAX_KEYS_PER_PUBLISHER`, 1 to 100,000, default 100. Valid keys of one publisher. */
  readonly keysPerPublisher: number;
  /**
   * `HANDBILL_MAX_PLATFORMS_PER_PUBLISHER`, 1 to 100,000, default 50. Platforms of one publisher. Catalogues that the
   * operator applies may exceed it.
   */
  readonly platformsPerPublisher: number;
  /**
   * `HANDBILL_MAX_CAMPAIGNS_PER_ADVERTISER`, 1 to 100,000, default 1,000. Campaigns of one advertiser that are not archived. The
   * operator may exceed it.
   */
  readonly campaignsPerAdvertiser: number;
  /** `HANDBILL_MAX_CREATIVES_PER_CAMPAIGN`, 1 to 100,000, default 100. As for campaigns, the operator may exceed it. */
  readonly creativesPerCampaign: number;
  /**
   * `HANDBILL_MAX_OBJECT_BYTES`, 1,024 to 1,048,576, default 65,536. Bytes of a call's body. A whole catalogue may have
   * 64 MiB.
   */
  readonly objectBytes: number;
}

const minute = 60_000;

export const defaultManagementLimits: ManagementLimits = {
  writesPerPrincipal: { limit: 120, windowMs: minute },
  failedSignInsPerNetwork: { limit: 10, windowMs: minute },
  keysPerPublisher: 100,
  platformsPerPublisher: 50,
  campaignsPerAdvertiser: 1_000,
  creativesPerCampaign: 100,
  objectBytes: 65_536,
};

const rates = {
  writesPerPrincipal: "HANDBILL_LIMIT_WRITES_PER_PRINCIPAL",
  failedSignInsPerNetwork: "HANDBILL_LIMIT_FAILED_SIGN_INS_PER_NETWORK",
} as const;

const numbers = {
  keysPerPublisher: { variable: "HANDBILL_MAX_KEYS_PER_PUBLISHER", min: 1, max: 100_000 },
  platformsPerPublisher: { variable: "HANDBILL_MAX_PLATFORMS_PER_PUBLISHER", min: 1, max: 100_000 },
  campaignsPerAdvertiser: { variable: "HANDBILL_MAX_CAMPAIGNS_PER_ADVERTISER", min: 1, max: 100_000 },
  creativesPerCampaign: { variable: "HANDBILL_MAX_CREATIVES_PER_CAMPAIGN", min: 1, max: 100_000 },
  objectBytes: { variable: "HANDBILL_MAX_OBJECT_BYTES", min: 1_024, max: 1_048_576 },
} as const;

/** Reads the limits in force, and the errors of the settings. */
export function readManagementLimits(
  options: Partial<ManagementLimits>,
  env: Environment,
): { readonly limits: ManagementLimits; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const rate = (name: keyof typeof rates): RateLimit | false => {
    const read = readRate(options[name], env(rates[name]), defaultManagementLimits[name]);
    if (read === undefined)
      faults.push(`${rates[name]} must be false, or a number and a window such as 60/1m.`);
    return read ?? defaultManagementLimits[name];
  };
  const number = (name: keyof typeof numbers): number => {
    const { variable, min, max } = numbers[name];
    const setting = env(variable) ?? "";
    const value = options[name] ?? (setting === "" ? defaultManagementLimits[name] : wholeNumber(setting));
    if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
    faults.push(`${variable} must be a whole number from ${min} to ${max}.`);
    return defaultManagementLimits[name];
  };
  const limits: ManagementLimits = {
    writesPerPrincipal: rate("writesPerPrincipal"),
    failedSignInsPerNetwork: rate("failedSignInsPerNetwork"),
    keysPerPublisher: number("keysPerPublisher"),
    platformsPerPublisher: number("platformsPerPublisher"),
    campaignsPerAdvertiser: number("campaignsPerAdvertiser"),
    creativesPerCampaign: number("creativesPerCampaign"),
    objectBytes: number("objectBytes"),
  };
  return { limits, faults };
}

/** NaN: not a whole number. */
function wholeNumber(setting: string): number {
  return /^\d{1,16}$/.test(setting) ? Number(setting) : Number.NaN;
}
