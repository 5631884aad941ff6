import { parse } from "tldts";
import { isAllowedOrigin } from "../pipeline/allowed-origin.ts";
import { invalidField, type ManagementProblem } from "./problem.ts";

/** Refuses `https://*.co.uk` and `https://*.github.io`: under a public suffix everybody has a site. */
export function checkOrigins(origins: unknown): ManagementProblem | undefined {
  if (!Array.isArray(origins)) return undefined;
  for (const [index, origin] of origins.entries()) {
    const star = typeof origin === "string" ? /^https:\/\/\*\.(.+)$/.exec(origin) : null;
    if (star?.[1] === undefined) continue;
    const { domain } = parse(star[1], { allowPrivateDomains: true });
    if (domain !== null) continue;
    return invalidField(
      `allowedOrigins[${index}]`,
      "Anybody can have a site below this suffix: name your own domain after the star.",
    );
  }
  return undefined;
}

/** Whether a page of an origin may ask for ads, and by which of the allowed sites. */
export function testOrigin(
  origin: string,
  allowed: readonly string[],
): { allowed: boolean; by: string | null } {
  const by = allowed.find((entry) => isAllowedOrigin(origin, [entry])) ?? null;
  return { allowed: by !== null, by };
}
