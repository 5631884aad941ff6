/**
 * Whether a page of this origin may ask for ads (contract.md §5). Origins are stored normalised and compared as
 * exact strings; `https://*.example.com` stands for every https subdomain on the default port, not for the domain itself.
 * Browsers load pages from names with underscores too, which the URL standard allows.
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => (entry.includes("*") ? matchesWildcard(origin, entry) : entry === origin));
}

function matchesWildcard(origin: string, entry: string): boolean {
  const suffix = entry.slice("https://*".length);
  const host = origin.startsWith("https://") ? origin.slice("https://".length) : "";
  return (
    host.length > suffix.length &&
    host.endsWith(suffix) &&
    /^[a-z0-9._-]+$/.test(host) &&
    !host.startsWith(".")
  );
}
