import { type Environment, setVariables, splitList } from "./environment.ts";
import { type RateLimits, rateLimitNames, readRateLimits } from "./ratelimit/rate-limits.ts";
import { createKeyring, type Keyring } from "./signing/keyring.ts";
import { type ReadTrafficRules, readTrafficRules, type TrafficRules } from "./traffic/traffic-rules.ts";

/**
 * The configuration of an installation. Each value can also come from the environment variable named beside it. An
 * option wins over its variable, and an empty variable counts as unset. Both are read when the first request arrives,
 * never at import.
 */
export interface ConfigurationOptions {
  /**
   * Reads environment variables. The runtime entries export one (`environment`). Default: no variables, only options
   * count.
   */
  readonly env?: Environment | undefined;
  /**
   * `HANDBILL_BASE_URL`. The public address of the installation, with its path prefix: `https://hb.example`. Required.
   */
  readonly baseUrl?: string | undefined;
  /**
   * `HANDBILL_SECRET`, separated by commas. Signing secrets of at least 32 characters. The first one signs, all of them
   * verify. Required. To rotate, add the new secret last on every instance before it moves to the front on any: an
   * instance without the secret refuses its signatures.
   */
  readonly secrets?: readonly string[] | undefined;
  /**
   * `HANDBILL_IDENTITY_SECRET`, at least 32 characters. The key that hashes identities. Default: the last of the
   * secrets. Before you change the secrets, set it to the secret in use so far; otherwise frequency caps restart.
   */
  readonly identitySecret?: string | undefined;
  /**
   * `HANDBILL_DISCLOSURE_URL`, absolute https. The page about the advertiser, for creatives without one. Default: a
   * built-in page.
   */
  readonly disclosureUrl?: string | undefined;
  /**
   * `HANDBILL_TRUST_PROXY`, 0 to 16. The number of reverse proxies that append to `X-Forwarded-For`. Default 0: the
   * header is ignored.
   */
  readonly trustProxy?: number | undefined;
  /** `HANDBILL_LIMIT_…`, such as `60/1m`, or `false`. Defaults: see {@link RateLimits}. */
  readonly rateLimits?: Partial<RateLimits> | undefined;
  /** `HANDBILL_EXCLUDE_BY_AGENT`, `HANDBILL_MARK_…`, `HANDBILL_MARKED_NETWORKS`. Defaults: see {@link TrafficRules}. */
  readonly trafficRules?: Partial<TrafficRules> | undefined;
}

/** A checked configuration. */
export interface Configuration {
  /** The base URL without a trailing slash. */
  readonly baseUrl: string;
  /** The keys derived from the secrets. */
  readonly keyring: Keyring;
  /** An absolute URL. */
  readonly disclosureUrl: string;
  /** The number of trusted proxies, 0 to 16. */
  readonly trustProxy: number;
  /** The limits in force. */
  readonly rateLimits: RateLimits;
  /** The rules in force that judge traffic. */
  readonly trafficRules: ReadTrafficRules;
}

/** The outcome of reading the configuration. */
export type ConfigurationResult =
  | {
      readonly ok: true;
      readonly configuration: Configuration;
      /** Valid settings that may cause trouble later, each with advice. */
      readonly hints: readonly string[];
    }
  /** Missing and invalid settings, each with advice. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** The minimum length of every secret. */
export const minSecretCharacters = 32;
const maxTrustedProxies = 16;
const localHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Reads the options and the environment, and reports all errors at once. */
export function readConfiguration(options: ConfigurationOptions): ConfigurationResult {
  const env = setVariables(options.env);
  const faults: string[] = [];
  const baseUrl = readBaseUrl(options.baseUrl ?? env("HANDBILL_BASE_URL"));
  if (baseUrl === undefined) {
    faults.push(
      "Set HANDBILL_BASE_URL (option baseUrl) to the address of this service, such as https://hb.example.",
    );
  }
  const secrets = readSecrets(options, env);
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
  const { rules: trafficRules, faults: ruleFaults } = readTrafficRules(options.trafficRules ?? {}, env);
  faults.push(...ruleFaults);
  if (faults.length > 0 || baseUrl === undefined || keyring === undefined || disclosureUrl === undefined) {
    return { ok: false, faults };
  }
  const configuration = { baseUrl, keyring, disclosureUrl, trustProxy, rateLimits, trafficRules };
  const hints = secrets.length > 1 && identitySecret === undefined ? [identitySecretHint] : [];
  return { ok: true, configuration, hints };
}

const identitySecretHint =
  "Set HANDBILL_IDENTITY_SECRET (option identitySecret) to the secret that was in use before you added others. Without it the last secret of HANDBILL_SECRET hashes identities, and frequency caps restart when that secret changes.";

function readKeyring(
  [first, ...others]: readonly string[],
  identity: string | undefined,
  faults: string[],
): Keyring | undefined {
  if (first === undefined || identity === undefined) {
    faults.push("Set HANDBILL_SECRET (option secrets) to a secret; `handbill secret` makes one.");
    return undefined;
  }
  const isText = (secret: unknown): boolean => typeof secret === "string";
  if ([first, ...others, identity].some((secret) => !isText(secret) || secret.length < minSecretCharacters)) {
    faults.push(
      `Every secret in HANDBILL_SECRET and HANDBILL_IDENTITY_SECRET needs at least ${minSecretCharacters} characters; \`handbill secret\` makes one.`,
    );
    return undefined;
  }
  return createKeyring([first, ...others], identity);
}

/** The signing secrets; none if the option is no list. */
function readSecrets({ secrets }: ConfigurationOptions, env: Environment): readonly string[] {
  if (secrets === undefined || secrets === null) return splitList(env("HANDBILL_SECRET"));
  return Array.isArray(secrets) ? secrets : [];
}

/** The secret that hashes identities: the identity secret, or else the last signing secret. */
export function identitySecretOf({
  env,
  secrets = splitList(env?.("HANDBILL_SECRET")),
  identitySecret = identitySecretIn(env),
}: Pick<ConfigurationOptions, "env" | "secrets" | "identitySecret">): string | undefined {
  return identitySecret ?? secrets.at(-1);
}

/** A blank value counts as unset, as it does among the signing secrets. */
function identitySecretIn(env: Environment | undefined): string | undefined {
  const secret = env?.("HANDBILL_IDENTITY_SECRET");
  return secret === undefined || secret.trim() === "" ? undefined : secret;
}

/**
 * Returns the prefix of every link: an absolute http(s) URL without query, fragment and trailing slash. `undefined`:
 * the value is no such URL.
 */
export function readBaseUrl(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

/** Accepts https, and http on localhost. Keeps query and fragment. */
function readPageUrl(value: string): string | undefined {
  if (readBaseUrl(value) === undefined) return undefined;
  const { protocol, hostname, href } = new URL(value);
  return protocol === "https:" || localHosts.has(hostname) ? href : undefined;
}
