import { parse } from "tldts";
import type { CatalogIssue } from "../catalog/messages.ts";
import { normaliseOrigin } from "../catalog/origin.ts";
import { isAllowedOrigin } from "../pipeline/allowed-origin.ts";

/**
 * Refuses wildcards below a public suffix, such as `https://*.co.uk` and `https://*.github.io`, in any spelling: anyone
 * can register a site there.
 */
export function checkOrigins(origins: unknown): CatalogIssue | undefined {
  if (!Array.isArray(origins)) return undefined;
  const index = origins.findIndex((origin) => typeof origin === "string" && isPublicSuffix(origin));
  if (index < 0) return undefined;
  const message = "Anyone can register a site below this suffix: put your own domain after the star.";
  return { path: `allowedOrigins[${index}]`, message };
}

/** Runs {@link checkOrigins} on the platforms of a catalogue document, which is not parsed yet. */
export function checkPlatformOrigins(document: unknown): CatalogIssue | undefined {
  const platforms: unknown = Object(document).platforms;
  for (const [index, platform] of Array.isArray(platforms) ? platforms.entries() : []) {
    const refused = checkOrigins(Object(platform).allowedOrigins);
    if (refused !== undefined) return { ...refused, path: `platforms[${index}].${refused.path}` };
  }
  return undefined;
}

function isPublicSuffix(origin: string): boolean {
  const stored = normaliseOrigin(origin);
  const [, suffix] = (stored.ok && /^https:\/\/\*\.(.+)$/.exec(stored.value)) || [];
  return suffix !== undefined && parse(suffix, { allowPrivateDomains: true }).domain === null;
}

/** Whether pages of an origin may request ads, and which allowed site permits it. */
export function testOrigin(
  origin: string,
  allowed: readonly string[],
): { allowed: boolean; by: string | null } {
  const by = allowed.find((entry) => isAllowedOrigin(origin, [entry])) ?? null;
  return { allowed: by !== null, by };
}
