import type { Paced } from "./campaigns.ts";
import { dayStart, hourMs } from "./day.ts";
import { type Curve, curveOf, foreseenCurveOf, idealSpend, unavoidablyLeft } from "./ideal.ts";
import { type DayRecord, sampleMs } from "./simulate.ts";

/** The figures of a day, in parts of 1. */
export interface Measured {
  readonly overspentMicros: number;
  readonly unpaidViews: number;
  readonly lostViews: number;
  readonly each: readonly Outcome[];
  readonly high: Group;
  readonly low: Group;
  /** Calls of the pacer's two operations for each ad request, and of all operations. */
  readonly pacingOperations: number;
  readonly operations: number;
  readonly fill: number;
}

/** The figures of one campaign, in parts of its budget and of its day. */
export interface Outcome {
  readonly viewRate: number;
  readonly under: number;
  readonly unavoidable: number;
  readonly distance: number;
  readonly hourly: number;
  readonly ideal: number;
  readonly unforeseen: number;
}

/** Campaigns with view rates from 30 %, or below. */
export interface Group {
  readonly underspent: number;
  readonly worstUnderspent: number;
  /** The rest of a budget that is issued as soon as it is free: {@link unavoidablyLeft}. */
  readonly unavoidable: number;
  /** The most that one campaign is above what was unavoidable for it. */
  readonly worstOver: number;
  /** Between the part of its spend that a campaign had spent and the part of the traffic that had come; mean of the day. */
  readonly distance: number;
  /** Between the part of its spend that fell into an hour and the part of the traffic that did; mean of its hours. */
  readonly hourlyDistance: number;
  /** `distance` of a campaign without chance or delay that leaves unspent what the goal allows and no more. */
  readonly idealDistance: number;
  /** The same of one that knows the counts of a like day and how large today is, but not what befalls it. */
  readonly unforeseenDistance: number;
}

export const highViewRate = 0.3;

export function measure(day: DayRecord): Measured {
  const requests = day.traffic.at(-1) ?? 0;
  const ledger = new Map(day.audit.campaigns.map((campaign) => [campaign.campaignId, campaign]));
  const final = day.paced.map(({ campaign }) => ledger.get(campaign.id)?.usedMicros ?? 0);
  const charges = day.audit.campaigns.reduce((sum, campaign) => sum + campaign.charges, 0);
  const operations = [...day.operations.values()].reduce((sum, calls) => sum + calls, 0);
  const ofPacing = (day.operations.get("readSpend") ?? 0) + (day.operations.get("readCounts") ?? 0);
  const each = day.paced.map((paced, index) => outcomeOf(day, paced, index, final[index] ?? 0));
  return {
    overspentMicros: sumOf(
      day.paced.map(({ budgetMicros }, i) => Math.max((final[i] ?? 0) - budgetMicros, 0)),
    ),
    unpaidViews: day.confirmed - charges,
    lostViews: day.lost,
    each,
    high: groupOf(each.filter(({ viewRate }) => viewRate >= highViewRate)),
    low: groupOf(each.filter(({ viewRate }) => viewRate < highViewRate)),
    pacingOperations: ofPacing / requests,
    operations: operations / requests,
    fill: day.ads / requests,
  };
}

function outcomeOf(day: DayRecord, paced: Paced, index: number, end: number): Outcome {
  const { viewRate, budgetMicros } = paced;
  const { traffic, expectedTraffic } = day;
  const spent = day.spent[index] ?? [];
  const curve = curveOf(paced, traffic);
  const unavoidable = unavoidablyLeft(paced, traffic);
  const allowed = viewRate >= highViewRate ? Math.max(0.01, unavoidable) : unavoidable + 0.03;
  const idealAlong = (known: Curve): number =>
    distanceOf(paced, curve, idealSpend(paced, spent.length, known, allowed));
  return {
    viewRate,
    under: 1 - end / budgetMicros,
    unavoidable,
    distance: distanceOf(paced, curve, spent),
    hourly: hourlyDistanceOf(paced, curve, spent),
    ideal: idealAlong(curve),
    unforeseen: idealAlong(foreseenCurveOf(paced, traffic, expectedTraffic)),
  };
}

function groupOf(each: readonly Outcome[]): Group {
  const mean = (of: (one: Outcome) => number): number => sumOf(each.map(of)) / Math.max(each.length, 1);
  return {
    underspent: mean(({ under }) => under),
    worstUnderspent: Math.max(...each.map(({ under }) => under)),
    unavoidable: mean(({ unavoidable }) => unavoidable),
    worstOver: Math.max(...each.map(({ under, unavoidable }) => under - unavoidable)),
    distance: mean(({ distance }) => distance),
    hourlyDistance: mean(({ hourly }) => hourly),
    idealDistance: mean(({ ideal }) => ideal),
    unforeseenDistance: mean(({ unforeseen }) => unforeseen),
  };
}

function distanceOf(paced: Paced, curve: Curve, spent: readonly number[]): number {
  const end = spent.at(-1) ?? 0;
  const distances: number[] = [];
  for (
    let sample = (paced.from - dayStart) / sampleMs;
    sample <= (paced.to - dayStart) / sampleMs;
    sample++
  ) {
    distances.push(Math.abs((spent[sample] ?? 0) / (end || 1) - curve(sample)));
  }
  return sumOf(distances) / distances.length;
}

function hourlyDistanceOf(paced: Paced, curve: Curve, spent: readonly number[]): number {
  const end = spent.at(-1) || 1;
  const perHour = hourMs / sampleMs;
  const distances: number[] = [];
  const last = (paced.to - dayStart) / sampleMs;
  for (let sample = (paced.from - dayStart) / sampleMs + perHour; sample <= last; sample += perHour) {
    const step = ((spent[sample] ?? 0) - (spent[sample - perHour] ?? 0)) / end;
    distances.push(Math.abs(step - (curve(sample) - curve(sample - perHour))));
  }
  return sumOf(distances) / distances.length;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
