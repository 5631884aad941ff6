/** Why a campaign that could be shown is left out by this instance for a while; the last one weighs most. */
export const outReasons = ["pacing", "budget", "daily_budget"] as const;
export type OutReason = (typeof outReasons)[number];

/**
 * Which campaigns are left out of selection for now. Takes effect at once, whatever the size of the catalogue, and holds
 * through every change of it. It may name campaigns that the catalogue does not have.
 */
export interface ActiveSet {
  /** A campaign can be out for several reasons at a time. */
  readonly leave: (campaignId: string, reason: OutReason) => void;
  /** Ends one reason, or all of them. The campaign is back when none is left. */
  readonly enter: (campaignId: string, reason?: OutReason) => void;
  /** Why a campaign is out; of several reasons the one that weighs most. */
  readonly reasonOf: (campaignId: string) => OutReason | undefined;
}

/** An active set that can be read whole. */
export interface OpenActiveSet extends ActiveSet {
  readonly out: ReadonlyMap<string, ReadonlySet<OutReason>>;
  /** All reasons that a campaign is out for. */
  readonly reasonsOf: (campaignId: string) => ReadonlySet<OutReason>;
}

/** `onChange` is told all reasons that a campaign is out for, none when it is back. */
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

/** Every combination of reasons once, so that a million campaigns that are out share them. */
const reasonSets: readonly ReadonlySet<OutReason>[] = Array.from(
  { length: 1 << outReasons.length },
  (_, bits) => (bits === 0 ? inside : new Set(outReasons.filter((reason) => (bits & bitOf(reason)) !== 0))),
);
