/** Why this instance excludes an eligible campaign for a while, in ascending order of priority. */
export const exclusionReasons = ["pacing", "away", "budget", "daily_budget"] as const;
/** One of {@link exclusionReasons}. */
export type ExclusionReason = (typeof exclusionReasons)[number];

/**
 * The campaigns that are excluded from selection for now. A change takes effect at once, for any size of the catalogue,
 * and survives every change of the catalogue. Ids that the catalogue does not have are allowed.
 */
export interface ActiveSet {
  /** Excludes a campaign. A campaign can be excluded for several reasons at a time. */
  readonly leave: (campaignId: string, reason: ExclusionReason) => void;
  /** Removes one reason, or all reasons. A campaign without a reason takes part again. */
  readonly enter: (campaignId: string, reason?: ExclusionReason) => void;
  /** The reason of highest priority for which a campaign is excluded; `undefined` when it takes part. */
  readonly reasonOf: (campaignId: string) => ExclusionReason | undefined;
}

/** An active set whose excluded campaigns can be listed. */
export interface OpenActiveSet extends ActiveSet {
  /** The reasons by campaign id. */
  readonly out: ReadonlyMap<string, ReadonlySet<ExclusionReason>>;
  /** All reasons for which a campaign is excluded. */
  readonly reasonsOf: (campaignId: string) => ReadonlySet<ExclusionReason>;
}

/** `onChange` receives all current reasons of a campaign: an empty set when it takes part again. */
export function createActiveSet(
  onChange: (campaignId: string, reasons: ReadonlySet<ExclusionReason>) => void,
): OpenActiveSet {
  const out = new Map<string, ReadonlySet<ExclusionReason>>();
  const set = (campaignId: string, bits: number): void => {
    const reasons = reasonSets[bits] ?? inside;
    if (bits === 0) out.delete(campaignId);
    else out.set(campaignId, reasons);
    onChange(campaignId, reasons);
  };
  const bitsOf = (campaignId: string): number => reasonSets.indexOf(out.get(campaignId) ?? inside);
  return {
    out,
    reasonsOf: (campaignId) => out.get(campaignId) ?? inside,
    leave: (campaignId, reason) => {
      const bits = bitsOf(campaignId);
      if ((bits & bitOf(reason)) === 0) set(campaignId, bits | bitOf(reason));
    },
    enter: (campaignId, reason) => {
      const bits = bitsOf(campaignId);
      const left = reason === undefined ? 0 : bits & ~bitOf(reason);
      if (left !== bits) set(campaignId, left);
    },
    reasonOf: (campaignId) => {
      const reasons = out.get(campaignId);
      return reasons && exclusionReasons.findLast((reason) => reasons.has(reason));
    },
  };
}

const inside: ReadonlySet<ExclusionReason> = new Set();

function bitOf(reason: ExclusionReason): number {
  return 1 << exclusionReasons.indexOf(reason);
}

/** Every combination of reasons once, so that a million excluded campaigns share these sets. */
const reasonSets: readonly ReadonlySet<ExclusionReason>[] = Array.from(
  { length: 1 << exclusionReasons.length },
  (_, bits) =>
    bits === 0 ? inside : new Set(exclusionReasons.filter((reason) => (bits & bitOf(reason)) !== 0)),
);
