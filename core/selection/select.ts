import type { CreativeVersion } from "../catalog/entities.ts";
import { judge, type NoAdReason, noAdReasons, type Slot } from "./eligibility.ts";
import type { Candidate, Lineup } from "./lineup.ts";

/** A campaign that may be shown, and the creative to show. */
export interface Choice {
  readonly candidate: Candidate;
  readonly version: CreativeVersion;
  readonly topicId?: string | undefined;
}

export type Selection =
  | { readonly selected: true; readonly choices: readonly [Choice, ...Choice[]] }
  | { readonly selected: false; readonly reason: NoAdReason };

/**
 * Campaigns offered to the store at a time. Fewer than the port allows: the store's work grows with each, nearly
 * always the first is issued, and after a refusal the core selects again.
 */
export const choicesPerOrder = 3;

/** A number from 0 (included) to 1 (excluded). */
export type Draw = () => number;

/**
 * The ranking rule, whole: the highest price first, so house campaigns last; among equal prices a draw weighted by
 * `weight`; a campaign shows one of its fitting creatives, each as often. At most three campaigns.
 */
export function select(
  lineup: Lineup,
  slot: Slot,
  isOut: (campaignId: string) => NoAdReason | undefined,
  draw: Draw,
): Selection {
  const choices: Choice[] = [];
  let tier: Choice[] = [];
  let price = Number.NaN;
  const closeTier = (): void => {
    choices.push(...(tier.length > 1 ? shuffled(tier, draw) : tier));
    tier = [];
  };
  for (const candidate of lineup) {
    const { campaign } = candidate;
    if (campaign.priceMicros !== price) {
      closeTier();
      if (choices.length >= choicesPerOrder) break;
      price = campaign.priceMicros;
    }
    const verdict = judge(candidate, slot);
    if (!verdict.eligible || isOut(campaign.id) !== undefined) continue;
    const [only, another] = verdict.creatives;
    const version =
      another === undefined ? only : verdict.creatives[Math.floor(draw() * verdict.creatives.length)];
    if (version !== undefined) tier.push({ candidate, version, topicId: verdict.topicId });
  }
  closeTier();
  const [first, ...rest] = choices;
  if (first === undefined) return { selected: false, reason: furthestReason(lineup, slot, isOut) };
  return { selected: true, choices: [first, ...rest.slice(0, choicesPerOrder - 1)] };
}

/** Why nothing was selected: how far the campaign got that got furthest. */
function furthestReason(
  lineup: Lineup,
  slot: Slot,
  isOut: (campaignId: string) => NoAdReason | undefined,
): NoAdReason {
  let furthest = 0;
  for (const candidate of lineup) {
    const verdict = judge(candidate, slot);
    const reason = verdict.eligible ? isOut(candidate.campaign.id) : verdict.reason;
    if (reason !== undefined) furthest = Math.max(furthest, noAdReasons.indexOf(reason));
  }
  return noAdReasons[furthest] ?? "no_campaign";
}

/**
 * The first places of a draw by weight. Efraimidis and Spirakis: in the order of draw^(1/weight), largest first, each
 * place is such a draw; the places that are not offered need no sorting.
 */
function shuffled(tier: readonly Choice[], draw: Draw): readonly Choice[] {
  const best: { readonly choice: Choice; readonly rank: number }[] = [];
  for (const choice of tier) {
    const { weight } = choice.candidate.campaign;
    const rank = weight === 1 ? draw() : draw() ** (1 / weight);
    if (best.length === choicesPerOrder && rank <= (best.at(-1)?.rank ?? 0)) continue;
    const place = best.findIndex((other) => other.rank < rank);
    best.splice(place < 0 ? best.length : place, 0, { choice, rank });
    if (best.length > choicesPerOrder) best.pop();
  }
  return best.map(({ choice }) => choice);
}
