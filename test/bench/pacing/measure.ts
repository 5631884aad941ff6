import type { Paced } from "./campaigns.ts";
import { dayStart, hourMs } from "./day.ts";
import { type DayRecord, sampleMs } from "./simulate.ts";

/** What a day came to; parts of 1. */
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

/** What became of one campaign; parts of its budget, and of its day. */
export interface Outcome {
  readonly viewRate: number;
  readonly under: number;
  readonly unavoidable: number;
  readonly distance: number;
  readonly hourly: number;
  readonly ideal: number;
}

/** Campaigns with view rates from 30 %, or below. */
export interface Group {
  readonly underspent: number;
  readonly worstUnderspent: number;
  /** What would be left of a budget that is issued as soon as it is free, hour by hour: (1 − v)^hours. */
  readonly unavoidable: number;
  /** The most that one campaign is above what was unavoidable for it. */
  readonly worstOver: number;
  /** Between the part of its spend that a campaign had spent and the part of the traffic that had come; mean of the day. */
  readonly distance: number;
  /** Between the part of its spend that fell into an hour and the part of the traffic that did; mean of its hours. */
  readonly hourlyDistance: number;
  /** `distance` of a campaign without chance or delay that leaves unspent what the goal allows and no more. */
  readonly idealDistance: number;
}

export const highViewRate = 0.3;

export function measure(day: DayRecord): Measured {
  const requests = day.traffic.at(-1) ?? 0;
  const ledger = new Map(day.audit.campaigns.map((campaign) => [campaign.campaignId, campaign]));
  const final = day.paced.map(({ campaign }) => ledger.get(campaign.id)?.spentMicros ?? 0);
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

function outcomeOf(day: DayRecord, paced: Paced, index: number, spent: number): Outcome {
  const { viewRate, budgetMicros, from, to } = paced;
  const unavoidable = (1 - viewRate) ** ((to - from) / hourMs);
  const goal = viewRate >= highViewRate ? 0.01 : unavoidable + 0.03;
  return {
    viewRate,
    under: 1 - spent / budgetMicros,
    unavoidable,
    distance: distanceOf(paced, day.traffic, day.spent[index] ?? []),
    hourly: hourlyDistanceOf(paced, day.traffic, day.spent[index] ?? []),
    ideal: distanceOf(paced, day.traffic, idealSpend(paced, day.traffic, Math.max(goal, unavoidable))),
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
  };
}

/** The curve is the traffic that came while the campaign ran, until an hour and a half before the end of a whole day. */
function curveOf({ from, to }: Paced, traffic: readonly number[]): (sample: number) => number {
  const finish = to - Math.min(1.5 * hourMs, (to - from) / 16);
  const at = (ms: number): number => {
    const place = (ms - dayStart) / sampleMs;
    const before = traffic[Math.floor(place)] ?? 0;
    const after = traffic[Math.floor(place) + 1] ?? before;
    return before + (after - before) * (place - Math.floor(place));
  };
  const start = at(from);
  const whole = at(finish) - start;
  return (sample) => Math.min(Math.max((at(dayStart + sample * sampleMs) - start) / whole, 0), 1);
}

function distanceOf(paced: Paced, traffic: readonly number[], spent: readonly number[]): number {
  const curve = curveOf(paced, traffic);
  const end = spent.at(-1) ?? 0;
  const distances: number[] = [];
  for (
    let sample = (paced.from - dayStart) / sampleMs;
    sample <= (paced.to - dayStart) / sampleMs;
    sample++
  ) {
    distances.push(Math.abs((spent[sample] ?? 0) / Math.max(end, 1) - curve(sample)));
  }
  return sumOf(distances) / distances.length;
}

function hourlyDistanceOf(paced: Paced, traffic: readonly number[], spent: readonly number[]): number {
  const curve = curveOf(paced, traffic);
  const end = Math.max(spent.at(-1) ?? 0, 1);
  const perHour = hourMs / sampleMs;
  const distances: number[] = [];
  const last = (paced.to - dayStart) / sampleMs;
  for (let sample = (paced.from - dayStart) / sampleMs + perHour; sample <= last; sample += perHour) {
    const step = ((spent[sample] ?? 0) - (spent[sample - perHour] ?? 0)) / end;
    distances.push(Math.abs(step - (curve(sample) - curve(sample - perHour))));
  }
  return sumOf(distances) / distances.length;
}

/** Along the curve, but never with more left than can still be spent down to `allowed`; holds last an hour. */
function idealSpend(paced: Paced, traffic: readonly number[], allowed: number): readonly number[] {
  const { viewRate, from, to } = paced;
  const curve = curveOf(paced, traffic);
  const fall = -Math.log(1 - viewRate);
  const samplesPerHour = hourMs / sampleMs;
  const issued: number[] = [];
  const spent: number[] = [];
  let sum = 0;
  for (let sample = 0; sample < traffic.length; sample++) {
    const at = dayStart + sample * sampleMs;
    if (at >= from && at <= to) {
      const held = (1 - viewRate) * sumOf(issued.slice(-samplesPerHour));
      const most = viewRate * Math.max(1 - sum - held, 0);
      const latest = 1 - allowed * Math.exp((fall * (to - at)) / hourMs);
      const step = Math.min(Math.max(curve(sample), latest) - sum, most);
      issued.push(Math.max(step, 0) / viewRate);
      sum += Math.max(step, 0);
    }
    spent.push(sum);
  }
  return spent;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
