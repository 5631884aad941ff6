import type { Platform } from "../../../core/catalog/entities.ts";
import { isApproved } from "../../../core/catalog/review.ts";
import type { CatalogView } from "../../../core/management/catalog-view.ts";
import { isRevoked } from "../../../core/signing/api-key.ts";
import { count } from "../change-lines.ts";
import { type Finding, listed, warn } from "./finding.ts";

/** Whether pages or a server of a site can ask for ads: it has an allowed origin, or its publisher a live key. */
export function createCanAsk(view: CatalogView): (platform: Platform) => boolean {
  const keyed = new Set<string>();
  for (const key of view.apiKeys.values()) {
    if (key.mode === "live" && !isRevoked(key, view.at)) keyed.add(key.publisherId);
  }
  return ({ allowedOrigins, publisherId }) => allowedOrigins.length > 0 || keyed.has(publisherId);
}

/** Sites that get no ads, and why. */
export function checkSites(view: CatalogView, production: boolean): readonly Finding[] {
  if (view.platforms.size === 0) {
    return [warn("sites", "No platform exists.", "Declare one in the catalogue, and run `handbill apply`.")];
  }
  const canAsk = createCanAsk(view);
  const found: Finding[] = [];
  for (const platform of view.platforms.values()) {
    const { id, publisherId, status, allowedOrigins } = platform;
    const name = `Site ${id}`;
    if (status === "disabled") {
      found.push(warn("sites", `${name} is disabled.`, "Set its status to active, or remove it."));
    } else if (view.publishers.get(publisherId)?.status === "suspended") {
      found.push(
        warn("sites", `${name} gets test ads: ${publisherId} is suspended.`, "Set its publisher to active."),
      );
    } else if (!isApproved(platform)) {
      found.push(warn("sites", `${name} waits for its review.`, "Decide it with `handbill review list`."));
    } else if (!canAsk(platform)) {
      const fix = `Add its address to allowedOrigins, or run \`handbill key create --publisher ${publisherId}\`.`;
      found.push(
        warn(
          "sites",
          `${name} cannot ask for ads: it has no allowed origin, and ${publisherId} no live key.`,
          fix,
        ),
      );
    } else if (production && allowedOrigins.some((origin) => /^http:/.test(origin))) {
      found.push(warn("sites", `${name} allows an address without https.`, "Remove it from allowedOrigins."));
    }
  }
  return listed("sites", found, `${count(view.platforms.size, "site")} can ask for ads.`);
}
