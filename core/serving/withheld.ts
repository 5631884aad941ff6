import type { Platform, Publisher } from "../catalog/entities.ts";
import { isApproved } from "../catalog/review.ts";

/** Why a platform gets test ads only (contract.md §5). */
export const withheldReasons = ["suspended", "review"] as const;
/** One of {@link withheldReasons}: its publisher is suspended, or the operator has not approved the platform. */
export type WithheldReason = (typeof withheldReasons)[number];

/** The reason why a platform gets no ad but test ads; `undefined`: none. */
export function withheldReason(
  platform: Platform,
  publishers: ReadonlyMap<string, Publisher>,
): WithheldReason | undefined {
  if (publishers.get(platform.publisherId)?.status === "suspended") return "suspended";
  return isApproved(platform) ? undefined : "review";
}
