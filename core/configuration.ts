import type { Environment } from "./environment.ts";
import { type RateLimits, rateLimitNames, readRateLimits } from "./pipeline/rate-limits.ts";
import { createKeyring, type Keyring } from "./signing/keyring.ts";

/**
 * What an installation is told. Every value can also come from the environment variable named with it; an option
 * wins over its variable. Both are read when the first request comes, never at import.
 */
export interface ConfigurationOptions {
  /** Reads environment variables. The runtime entries export one; without it only options count. */
  readonly env?: Environment | undefined;
  /** `HANDBILL_BASE_URL`. Where the installation is reached from outside, a path prefix included: `https://ads.example`. */
  readonly baseUrl?: string | undefined;
  /** `HANDBILL_SECRET`, separated by commas. Signing secrets of at least 32 characters; the first signs, all verify. */
  readonly secrets?: readonly string[] | undefined;
  /**
   * `HANDBILL_IDENTITY_SECRET`. Hashes identities. Default: the last of the secrets, so that a new one put in front
   * changes nothing; set it before you drop the secret it came from, or frequency caps begin anew.
   */
  readonly identitySecret?: string | undefined;
  /** `HANDBILL_DISCLOSURE_URL`. Page on who advertises, for creatives without one. Default: a built-in page. */
  readonly disclosureUrl?: string | undefined;
  /** `HANDBILL_TRUST_PROXY`. How many proxies in front append to `X-Forwarded-For`. Default 0: the header is ignored. */
  readonly trustProxy?: number | undefined;
  /** `HANDBILL_LIMIT_…`, as `60/1m`, or `false`: see {@link RateLimits}. */
  readonly rateLimits?: Partial<RateLimits> | undefined;
}

export interface Configuration {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly keyring: Keyring;
  readonly disclosureUrl: string;
  readonly trustProxy: number;
  readonly rateLimits: RateLimits;
}

export type ConfigurationResult =
  | { readonly ok: true; readonly configuration: Configuration }
  /** What is missing or wrong, each with what to do about it. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Of every secret. */
export const minSecretCharacters = 32;
const maxTrustedProxies = 16;
const localHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Reads the options and the environment; of what is wrong it says everything at once. */
export function readConfiguration(options: ConfigurationOptions): ConfigurationResult {
  const env = options.env ?? (() => undefined);
  const faults: string[] = [];
  const baseUrl = readBaseUrl(options.baseUrl ?? env("HANDBILL_BASE_URL"));
  if (baseUrl === undefined) {
    faults.push(
      "Set HANDBILL_BASE_URL (option baseUrl) to the address of this service, such as https://ads.example.",
    );
  }
  const keyring = readKeyring(options, env, faults);
  const disclosure = options.disclosureUrl ?? env("HANDBILL_DISCLOSURE_URL");
  const disclosureUrl =
    disclosure === undefined ? `${baseUrl}/api/v1/pages/disclosure` : readPageUrl(disclosure);
  if (disclosureUrl === undefined) faults.push("HANDBILL_DISCLOSURE_URL must be an absolute https URL.");
  const trustProxy = options.trustProxy ?? Number(env("HANDBILL_TRUST_PROXY") ?? 0);
  if (!Number.isInteger(trustProxy) || trustProxy < 0 || trustProxy > maxTrustedProxies) {
    faults.push(`HANDBILL_TRUST_PROXY must be the number of proxies in front, 0 to ${maxTrustedProxies}.`);
  }
  const { limits: rateLimits, invalid } = readRateLimits(options.rateLimits ?? {}, env);
  for (const name of invalid) {
    faults.push(`${rateLimitNames[name]} must be false, or a number and a window such as 60/1m.`);
  }
  if (faults.length > 0 || baseUrl === undefined || keyring === undefined || disclosureUrl === undefined) {
    return { ok: false, faults };
  }
  return { ok: true, configuration: { baseUrl, keyring, disclosureUrl, trustProxy, rateLimits } };
}

function readKeyring(options: ConfigurationOptions, env: Environment, faults: string[]): Keyring | undefined {
  const secrets = options.secrets ?? splitList(env("HANDBILL_SECRET"));
  const [newest, ...previous] = secrets;
  if (newest === undefined) {
    faults.push("Set HANDBILL_SECRET (option secrets) to a secret; `handbill secret` makes one.");
    return undefined;
  }
  const identity = identitySecretOf({ ...options, secrets }) ?? newest;
  if ([newest, ...previous, identity].some((secret) => secret.length < minSecretCharacters)) {
    faults.push(
      `Every secret in HANDBILL_SECRET and HANDBILL_IDENTITY_SECRET needs at least ${minSecretCharacters} characters; \`handbill secret\` makes one.`,
    );
    return undefined;
  }
  return createKeyring([newest, ...previous], identity);
}

/** The secret that identities are hashed under: its own, else the last of the signing secrets. */
export function identitySecretOf({
  env = () => undefined,
  secrets = splitList(env("HANDBILL_SECRET")),
  identitySecret = env("HANDBILL_IDENTITY_SECRET"),
}: Pick<ConfigurationOptions, "env" | "secrets" | "identitySecret">): string | undefined {
  return identitySecret ?? secrets.at(-1);
}

/** The parts of a variable that holds several, separated by commas. */
export function splitList(value: string | undefined): readonly string[] {
  return (value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Of an absolute http(s) URL what links begin with: without query, fragment and a slash at its end. */
export function readBaseUrl(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

/** https, or http on localhost; query and fragment stay. */
function readPageUrl(value: string): string | undefined {
  if (readBaseUrl(value) === undefined) return undefined;
  const { protocol, hostname, href } = new URL(value);
  return protocol === "https:" || localHosts.has(hostname) ? href : undefined;
}
