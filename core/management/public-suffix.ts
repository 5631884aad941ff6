import { parse } from "tldts";
import type { CatalogIssue } from "../catalog/messages.ts";
import { normaliseOrigin } from "../catalog/origin.ts";
import { isAllowedOrigin } from "../pipeline/allowed-origin.ts";

/** Refuses `https://*.co.uk` and `https://*.github.io`, however written: under a public suffix everybody has a site. */
export function checkOrigins(origins: unknown): CatalogIssue | undefined {
  if (!Array.isArray(origins)) return undefined;
  const index = origins.findIndex((origin) => typeof origin === "string" && isPublicSuffix(origin));
  if (index < 0) return undefined;
  const message = "Anybody can have a site below this suffix: name your own domain after the star.";
  return { path: `allowedOrigins[${index}]`, message };
}

/** The same for the platforms of a catalogue document, whatever else it holds. */
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

/** Whether a page of an origin may ask for ads, and by which of the allowed sites. */
export function testOrigin(
  origin: string,
  allowed: readonly string[],
): { allowed: boolean; by: string | null } {
  const by = allowed.find((entry) => isAllowedOrigin(origin, [entry])) ?? null;
  return { allowed: by !== null, by };
}
