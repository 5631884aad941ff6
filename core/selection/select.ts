import type { NoAdReason, Slot } from "./eligibility.ts";
import type { LiveIndex } from "./live-index.ts";
import { noAdReason } from "./no-ad-reason.ts";
import { type Choice, rank } from "./ranking.ts";
import { shortlist } from "./shortlist.ts";
import type { Draw } from "./tie-sampling.ts";

export type Selection =
  | { readonly selected: true; readonly choices: readonly [Choice, ...Choice[]] }
  | { readonly selected: false; readonly reason: NoAdReason };

export interface SelectOptions {
  /** Campaigns that the store has refused for this request, and why. */
  readonly refused?: ReadonlyMap<string, NoAdReason> | undefined;
  /** The creative that the user was shown last. */
  readonly lastCreativeId?: string | undefined;
  /** Whether fewer choices will do, when the first one comes from a long row of equals. */
  readonly sampleTies?: boolean | undefined;
}

/** The best campaigns for a slot, by the rule of `ranking.ts`, or why there is none. */
export function select(lineup: LiveIndex, slot: Slot, draw: Draw, options: SelectOptions = {}): Selection {
  const { refused = noneRefused, lastCreativeId, sampleTies } = options;
  const { indexes, rateOf } = lineup.at(slot.now);
  const contenders = shortlist(indexes, { slot, rateOf, draw, refused, lastCreativeId, sampleTies });
  const [first, ...rest] = rank(contenders, { draw, rateOf, lastCreativeId });
  if (first === undefined) return { selected: false, reason: noAdReason(indexes, slot, refused) };
  return { selected: true, choices: [first, ...rest] };
}

const noneRefused: ReadonlyMap<string, NoAdReason> = new Map();
