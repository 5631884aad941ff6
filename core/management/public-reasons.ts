import type { CountTotal } from "../storage/counts.ts";
import { isExclusionReason } from "../traffic/judgement.ts";

/** Publishers see how many requests were excluded, but not by which rule. */
export function withPublicReasons(counts: readonly CountTotal[]): readonly CountTotal[] {
  return counts.map((count) => {
    const isExcluded = count.metric === "no_ad" && isExclusionReason(count.reason ?? "");
    return isExcluded ? { ...count, reason: "excluded" } : count;
  });
}
