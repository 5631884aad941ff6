import type { CountTotal } from "../storage/counts.ts";
import { isExclusionReason } from "../traffic/judgement.ts";

/** Publishers see that traffic was marked or excluded, and how much, but not by which rule. */
export function withPublicReasons(counts: readonly CountTotal[]): readonly CountTotal[] {
  return counts.map((count) => {
    const { metric, reason = "" } = count;
    if (reason === "") return count;
    if (metric === "no_ad") return isExclusionReason(reason) ? { ...count, reason: "excluded" } : count;
    return metric === "rejected" ? count : { ...count, reason: "marked" };
  });
}
