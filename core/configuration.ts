import { type Environment, setVariables } from "./environment.ts";
import { type RateLimits, rateLimitNames, readRateLimits } from "./ratelimit/rate-limits.ts";
import { createKeyring, type Keyring } from "./signing/keyring.ts";

/**
 * What an installation is told. Every value can also come from the environment variable named with it; an option
 * wins over its variable, and an empty variable counts as not set. Both are read when the first request comes, never at
 * import.
 */
export interface ConfigurationOptions {
  /** Reads environment variables. The runtime entries export one; without it only options count. */
  readonly env?: Environment | undefined;
  /** `HANDBILL_BASE_URL`. Where the installation is reached from outside, a path prefix included: `https://ads.example`. */
  readonly baseUrl?: string | undefined;
  /**
   * `HANDBILL_SECRET`, separated by commas. Signing secrets of at least 32 characters; the first signs, all verify. A new
   * one is put last on every instance before it is put first on any: an instance without it refuses what it signed.
   */
  readonly secrets?: readonly string[] | undefined;
  /**
   * `HANDBILL_IDENTITY_SECRET`. Hashes identities. Default: the last of the secrets. Set it before the secrets change, to
   * the one that identities were hashed under until then, or frequency caps begin anew.
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
  | {
      readonly ok: true;
      readonly configuration: Configuration;
      /** What is right now and may soon not be, each with what to do about it. */
      readonly hints: readonly string[];
    }
  /** What is missing or wrong, each with what to do about it. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Of every secret. */
export const minSecretCharacters = 32;
const maxTrustedProxies = 16;
const localHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Reads the options and the environment; of what is wrong it says everything at once. */
export function readConfiguration(options: ConfigurationOptions): ConfigurationResult {
  const env = setVariables(options.env);
  const faults: string[] = [];
  const baseUrl = readBaseUrl(options.baseUrl ?? env("HANDBILL_BASE_URL"));
  if (baseUrl === undefined) {
    faults.push(
      "Set HANDBILL_BASE_URL (option baseUrl) to the address of this service, such as https://ads.example.",
    );
  }
  const secrets = options.secrets ?? splitList(env("HANDBILL_SECRET"));
  const identitySecret = options.identitySecret ?? identitySecretIn(env);
  const keyring = readKeyring(secrets, identitySecretOf({ secrets, identitySecret }), faults);
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
  const configuration = { baseUrl, keyring, disclosureUrl, trustProxy, rateLimits };
  const hints = secrets.length > 1 && identitySecret === undefined ? [identitySecretHint] : [];
  return { ok: true, configuration, hints };
}

const identitySecretHint =
  "Set HANDBILL_IDENTITY_SECRET (option identitySecret) to the secret that was the only one before the others came. Without it identities are hashed under the last of HANDBILL_SECRET, and frequency caps begin anew when that changes.";

function readKeyring(
  [first, ...others]: readonly string[],
  identity: string | undefined,
  faults: string[],
): Keyring | undefined {
  if (first === undefined || identity === undefined) {
    faults.push("Set HANDBILL_SECRET (option secrets) to a secret; `handbill secret` makes one.");
    return undefined;
  }
  if ([first, ...others, identity].some((secret) => secret.length < minSecretCharacters)) {
    faults.push(
      `Every secret in HANDBILL_SECRET and HANDBILL_IDENTITY_SECRET needs at least ${minSecretCharacters} characters; \`handbill secret\` makes one.`,
    );
    return undefined;
  }
  return createKeyring([first, ...others], identity);
}

/** The secret that identities are hashed under: its own, else the last of the signing secrets. */
export function identitySecretOf({
  env,
  secrets = splitList(env?.("HANDBILL_SECRET")),
  identitySecret = identitySecretIn(env),
}: Pick<ConfigurationOptions, "env" | "secrets" | "identitySecret">): string | undefined {
  return identitySecret ?? secrets.at(-1);
}

/** Blank is not set, as it is among the signing secrets. */
function identitySecretIn(env: Environment | undefined): string | undefined {
  const secret = env?.("HANDBILL_IDENTITY_SECRET");
  return secret === undefined || secret.trim() === "" ? undefined : secret;
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
