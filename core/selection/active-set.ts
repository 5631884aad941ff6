/** Why this instance excludes an eligible campaign for a while, in ascending order of priority. */
export const outReasons = ["pacing", "budget", "daily_budget"] as const;
/** One of {@link outReasons}. */
export type OutReason = (typeof outReasons)[number];

/**
 * The campaigns that are excluded from selection for now. A change takes effect at once, whatever the size of the catalogue,
 * and survives every change of the catalogue. Ids that the catalogue does not have are allowed.
 */
export interface ActiveSet {
  /** Excludes a campaign. A campaign can be excluded for several reasons at a time. */
  readonly leave: (campaignId: string, reason: OutReason) => void;
  /** Removes one reason, or all reasons. A campaign without a reason takes part again. */
  readonly enter: (campaignId: string, reason?: OutReason) => void;
  /** The reason of highest priority for which a campaign is excluded; `undefined` when it takes part. */
  readonly reasonOf: (campaignId: string) => OutReason | undefined;
}

/** An active set whose excluded campaigns can be listed. */
export interface OpenActiveSet extends ActiveSet {
  /** The reasons by campaign id. */
  readonly out: ReadonlyMap<string, ReadonlySet<OutReason>>;
  /** All reasons for which a campaign is excluded. */
  readonly reasonsOf: (campaignId: string) => ReadonlySet<OutReason>;
}

/** `onChange` receives all current reasons of a campaign: an empty set when it takes part again. */
export function createActiveSet(
  onChange: (campaignId: string, reasons: ReadonlySet<OutReason>) => void,
): OpenActiveSet {
  const out = new Map<string, ReadonlySet<OutReason>>();
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
      return reasons && outReasons.findLast((reason) => reasons.has(reason));
    },
  };
}

const inside: ReadonlySet<OutReason> = new Set();

function bitOf(reason: OutReason): number {
  return 1 << outReasons.indexOf(reason);
}

/** Every combination of reasons once, so that a million excluded campaigns share these sets. */
const reasonSets: readonly ReadonlySet<OutReason>[] = Array.from(
  { length: 1 << outReasons.length },
  (_, bits) => (bits === 0 ? inside : new Set(outReasons.filter((reason) => (bits & bitOf(reason)) !== 0))),
);
