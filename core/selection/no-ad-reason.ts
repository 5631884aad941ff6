import { exclusionReasons } from "./active-set.ts";
import { type Candidate, checkEligibility, type NoAdReason, noAdReasons, type Slot } from "./eligibility.ts";
import type { CampaignIndex } from "./index/campaign-index.ts";
import { Clause } from "./index/clause.ts";
import { end } from "./index/dense-set.ts";
import { stagesOf } from "./index/query-clauses.ts";
import { Scan } from "./index/scan.ts";

/**
 * Why no campaign was selected: the reason at which the most eligible campaign failed. Each stage searches for any campaign
 * that passes, so it reads no further than the first one.
 */
export function noAdReason(
  indexes: readonly CampaignIndex[],
  slot: Slot,
  refused: ReadonlyMap<string, NoAdReason>,
): NoAdReason {
  let furthest = 0;
  for (const reason of refused.values()) furthest = Math.max(furthest, noAdReasons.indexOf(reason));
  for (const index of indexes) {
    if (index.size === 0) continue;
    const reason = index.few === undefined ? reasonIn(index, slot) : reasonOfEach(index, index.few, slot);
    furthest = Math.max(furthest, noAdReasons.indexOf(reason));
  }
  return noAdReasons[furthest] ?? "no_campaign";
}

function reasonOfEach(
  { parts, out }: CampaignIndex,
  candidates: readonly Candidate[],
  slot: Slot,
): NoAdReason {
  let furthest = 0;
  for (let position = 0; position < candidates.length; position++) {
    const candidate = candidates[position];
    if (candidate === undefined || !parts.listed.has(position)) continue;
    const eligibility = checkEligibility(candidate, slot, parts.schedule.isRunning(position, slot.now));
    const reason = eligibility.eligible
      ? exclusionReasons.findLast((item) => out.get(item)?.has(position) === true)
      : eligibility.reason;
    if (reason !== undefined) furthest = Math.max(furthest, noAdReasons.indexOf(reason));
  }
  return noAdReasons[furthest] ?? "no_campaign";
}

function reasonIn(index: CampaignIndex, slot: Slot): NoAdReason {
  const passed: Clause[] = [];
  let isScheduled = false;
  for (const { reason, clauses } of stagesOf(index, slot)) {
    passed.push(...clauses);
    isScheduled ||= reason === "schedule";
    if (!isAnyIn(index, passed, isScheduled ? slot : undefined)) return reason;
  }
  for (const reason of exclusionReasons.toReversed()) {
    const out = index.out.get(reason);
    if (out !== undefined && isAnyIn(index, [new Clause([out]), ...passed], slot)) return reason;
  }
  return "no_campaign";
}

/** `slot`: only campaigns that run at its time. */
function isAnyIn(index: CampaignIndex, clauses: readonly Clause[], slot: Slot | undefined): boolean {
  const scan = new Scan(clauses);
  for (let position = scan.next(); position !== end; position = scan.next()) {
    if (slot === undefined || index.parts.schedule.isRunning(position, slot.now)) return true;
  }
  return false;
}
