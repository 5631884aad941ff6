import process from "node:process";

const prefix = "HANDBILL_";

/** The names of all variables, without the prefix. A test compares them with the sources. */
export const knownVariables: readonly string[] = [
  "ACCESS_LOG",
  "ACCOUNT",
  "ADDRESS",
  "ADVERTISER",
  "BASE_URL",
  "CAMPAIGN",
  "CONSOLE",
  "COUNTS_KEPT_DAYS",
  "CSV",
  "CURRENCY",
  "DATA",
  "DELIVERIES_KEPT_DAYS",
  "DISCLOSURE_URL",
  "DRAIN",
  "EXCLUDE_BY_AGENT",
  "EXPORT_FILE",
  "EXPORT_FORMAT",
  "FROM",
  "HOST",
  "IDENTITY_SECRET",
  "JSON",
  "KEEP_UNTIL_EXPORTED",
  "KEY_LABEL",
  "KEY_MODE",
  "KEY_REVOKE_AT",
  "LEAST_PRICE_MICROS",
  "LIMIT_ADS_PER_KEY",
  "LIMIT_ADS_PER_VISITOR",
  "LIMIT_BOT_PER_USER",
  "LIMIT_FAILED_AUTH_PER_NETWORK",
  "LIMIT_FAILED_SIGN_INS_PER_NETWORK",
  "LIMIT_INTERACT_PER_USER",
  "LIMIT_REPORTS_PER_USER",
  "LIMIT_REQUESTS_PER_NETWORK",
  "LIMIT_SEEN_PER_USER",
  "LIMIT_WRITES_PER_PRINCIPAL",
  "LOCAL_URLS",
  "MARKED_NETWORKS",
  "MARK_CLICK_AGE",
  "MARK_KEY_VELOCITY",
  "MARK_NETWORK_VELOCITY",
  "MARK_NEVER_CONFIRMS",
  "MARK_PLATFORM_VELOCITY",
  "MARK_PRESS_AGE",
  "MARK_VISITOR_VELOCITY",
  "MAX_CAMPAIGNS_PER_ADVERTISER",
  "MAX_CREATIVES_PER_CAMPAIGN",
  "MAX_KEYS_PER_PUBLISHER",
  "MAX_OBJECT_BYTES",
  "MAX_PLATFORMS_PER_PUBLISHER",
  "NAME",
  "NETWORKS_KEPT_DAYS",
  "OPERATOR_TOKEN",
  "PLAN",
  "PLATFORM",
  "PREPARED_STATEMENTS",
  "PRIVATE_WEBHOOKS",
  "PRUNE",
  "PUBLISHER",
  "RATE_LIMITER",
  "REPORTS_FROM",
  "REPORT_BY",
  "REVIEW",
  "SECRET",
  "SENSITIVE_SUBJECTS",
  "SERVER",
  "STATEMENT",
  "STORE",
  "STORE_TIMEOUT",
  "TIME_ZONE",
  "TO",
  "TOKEN",
  "TRUST_PROXY",
  "UNPROVEN_HOLDS",
  "UNPROVEN_SHARE",
  "VERBOSE",
];

/** Variables that the command line reads without our prefix. */
const unprefixed: ReadonlySet<string> = new Set([
  "DATABASE_URL",
  "NODE_ENV",
  "NO_COLOR",
  "PORT",
  "UPSTASH_REDIS_REST_TOKEN",
  "UPSTASH_REDIS_REST_URL",
]);

/** Variables that Kubernetes sets for a service named `handbill`; that of its port is an address. */
const ofKubernetes = /^(?:SERVICE_(?:HOST|PORT\w*)|PORT_\d+_(?:TCP|UDP)\w*)=|^PORT=(?:tcp|udp):\/\//;

/** A farther name is another word. */
const maxDistance = 4;

/** A sentence for each set variable with our prefix that nothing reads, with the nearest name that something reads. */
export function unknownVariables(
  set: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  return Object.entries(set)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value = ""]) => ({ name: name.slice(prefix.length), value }))
    .filter(({ name, value }) => !knownVariables.includes(name) && !ofKubernetes.test(`${name}=${value}`))
    .map(({ name }) => `Nothing reads the variable ${prefix}${name}: ${adviceFor(name)}`)
    .sort();
}

function adviceFor(name: string): string {
  if (unprefixed.has(name)) return `did you mean ${name}?`;
  const [nearest] = knownVariables
    .map((known) => ({ known, distance: distanceOf(name, known) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest === undefined || nearest.distance > maxDistance
    ? "remove it; `handbill --help` lists the variables."
    : `did you mean ${prefix}${nearest.known}?`;
}

/** The number of characters to insert, remove or replace, or of neighbours to swap, that make `a` to `b`. */
function distanceOf(a: string, b: string): number {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isEqual = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (last[column] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}
