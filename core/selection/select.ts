import type { NoAdReason, Slot } from "./eligibility.ts";
import type { LiveIndex } from "./live-index.ts";
import { noAdReason } from "./no-ad-reason.ts";
import { type Choice, rank } from "./ranking.ts";
import { shortlist } from "./shortlist.ts";
import type { Draw } from "./tie-sampling.ts";

/** The campaigns to offer to the store, by descending preference, or the reason for no ad. */
export type Selection =
  | { readonly selected: true; readonly choices: readonly [Choice, ...Choice[]] }
  | { readonly selected: false; readonly reason: NoAdReason };

/** Facts about the request besides its slot. */
export interface SelectOptions {
  /** Campaigns that the store refused for this request, with the reason. Default: none. */
  readonly refused?: ReadonlyMap<string, NoAdReason> | undefined;
  /** The creatives that the user was shown recently, the latest one last. Default: none. */
  readonly recentCreativeIds?: readonly string[] | undefined;
  /** Whether one campaign may represent a large tie group, so that fewer choices are returned. Default: false. */
  readonly sampleTies?: boolean | undefined;
}

/** Selects the best campaigns for a slot by the rule of `ranking.ts`. */
export function select(liveIndex: LiveIndex, slot: Slot, draw: Draw, options: SelectOptions = {}): Selection {
  const { refused = noneRefused, recentCreativeIds = [], sampleTies } = options;
  const { indexes, rateOf } = liveIndex.at(slot.now);
  const contenders = shortlist(indexes, { slot, rateOf, draw, refused, recentCreativeIds, sampleTies });
  const [first, ...rest] = rank(contenders, { draw, rateOf, recentCreativeIds });
  if (first === undefined) return { selected: false, reason: noAdReason(indexes, slot, refused) };
  return { selected: true, choices: [first, ...rest] };
}

const noneRefused: ReadonlyMap<string, NoAdReason> = new Map();
