import type { Environment } from "../environment.ts";
import { type RateLimit, readRate } from "../ratelimit/rate-limits.ts";

/** What callers of the management side may use up. Each is a setting; `false` switches a rate off. */
export interface ManagementLimits {
  /** `HANDBILL_LIMIT_WRITES_PER_PRINCIPAL`. Every call but GET; pausing a campaign and revoking a key are not counted. */
  readonly writesPerPrincipal: RateLimit | false;
  /**
   * `HANDBILL_LIMIT_FAILED_SIGN_INS_PER_NETWORK`. Failed sign-ins, and refused tokens of the API, from one network (IPv4
   * /24, IPv6 /48) where the client's address is known. Its 429 takes the place of a refusal, never of another answer.
   */
  readonly failedSignInsPerNetwork: RateLimit | false;
  /** `HANDBILL_MAX_KEYS_PER_PUBLISHER`. Keys that are not revoked, 1 to 100,000. */
  readonly keysPerPublisher: number;
  /** `HANDBILL_MAX_PLATFORMS_PER_PUBLISHER`, 1 to 100,000. A catalogue that the operator applies may hold more. */
  readonly platformsPerPublisher: number;
  /** `HANDBILL_MAX_OBJECT_BYTES`. The body of a call, 1,024 to 1,048,576; a whole catalogue may have 64 MiB. */
  readonly objectBytes: number;
}

const minute = 60_000;

export const defaultManagementLimits: ManagementLimits = {
  writesPerPrincipal: { limit: 120, windowMs: minute },
  failedSignInsPerNetwork: { limit: 10, windowMs: minute },
  keysPerPublisher: 100,
  platformsPerPublisher: 50,
  objectBytes: 65_536,
};

const rates = {
  writesPerPrincipal: "HANDBILL_LIMIT_WRITES_PER_PRINCIPAL",
  failedSignInsPerNetwork: "HANDBILL_LIMIT_FAILED_SIGN_INS_PER_NETWORK",
} as const;

const numbers = {
  keysPerPublisher: { variable: "HANDBILL_MAX_KEYS_PER_PUBLISHER", min: 1, max: 100_000 },
  platformsPerPublisher: { variable: "HANDBILL_MAX_PLATFORMS_PER_PUBLISHER", min: 1, max: 100_000 },
  objectBytes: { variable: "HANDBILL_MAX_OBJECT_BYTES", min: 1_024, max: 1_048_576 },
} as const;

/** The limits in force, and what is wrong with the settings. */
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
    objectBytes: number("objectBytes"),
  };
  return { limits, faults };
}

/** NaN for what is no whole number. */
function wholeNumber(setting: string): number {
  return /^\d{1,16}$/.test(setting) ? Number(setting) : Number.NaN;
}
