import type { Paced } from "./campaigns.ts";
import { dayStart, hourMs } from "./day.ts";
import { sampleMs } from "./simulate.ts";

/** A part of 1 by sample. */
export type Curve = (sample: number) => number;

/** When a campaign is to have spent its budget: an hour and a half before the end of a whole day. */
function finishOf({ from, to }: Paced): number {
  return to - Math.min(1.5 * hourMs, (to - from) / 16);
}

/** Of the traffic that came while the campaign ran until its finish, the part that had come. */
export function curveOf(paced: Paced, traffic: readonly number[]): Curve {
  const start = at(traffic, paced.from);
  const whole = at(traffic, finishOf(paced)) - start;
  return (sample) => Math.min(Math.max((at(traffic, timeOf(sample)) - start) / whole, 0), 1);
}

/** The same as known at each sample: what has come is `traffic`, what will is `expected`. */
export function foreseenCurveOf(
  paced: Paced,
  traffic: readonly number[],
  expected: readonly number[],
): Curve {
  const start = at(traffic, paced.from);
  const end = at(expected, finishOf(paced));
  return (sample) => {
    const come = Math.max(at(traffic, timeOf(sample)) - start, 0);
    const rest = Math.max(end - at(expected, timeOf(sample)), 0);
    return come === 0 ? 0 : come / (come + rest);
  };
}

/**
 * The rest of a budget that is issued as soon as it is free, hour by hour and as far as there are requests: an ad that
 * is not seen holds its price for an hour. Without a limit of requests it is (1 − v)^hours.
 */
export function unavoidablyLeft(
  { campaign, viewRate, budgetMicros, from, to }: Paced,
  traffic: readonly number[],
): number {
  const budget = budgetMicros / campaign.priceMicros;
  let left = budget;
  for (let hour = from; hour < to; hour += hourMs) {
    left -= viewRate * Math.min(left, at(traffic, hour + hourMs) - at(traffic, hour));
  }
  return left / budget;
}

/**
 * The ideal spend until each sample, in parts of the budget, without chance and delay: `1 - allowed` along the curve, but
 * never with more left than can still be spent down to `allowed`.
 */
export function idealSpend(paced: Paced, samples: number, curve: Curve, allowed: number): readonly number[] {
  const { viewRate, from, to } = paced;
  const fall = -Math.log(1 - viewRate);
  const samplesPerHour = hourMs / sampleMs;
  const issued: number[] = [];
  const spent: number[] = [];
  let sum = 0;
  for (let sample = 0; sample < samples; sample++) {
    const ms = timeOf(sample);
    if (ms >= from && ms <= to) {
      const held = (1 - viewRate) * issued.slice(-samplesPerHour).reduce((all, one) => all + one, 0);
      const most = viewRate * Math.max(1 - sum - held, 0);
      const latest = 1 - allowed * Math.exp((fall * (to - ms)) / hourMs);
      const step = Math.max(Math.min(Math.max((1 - allowed) * curve(sample), latest) - sum, most), 0);
      issued.push(step / viewRate);
      sum += step;
    }
    spent.push(sum);
  }
  return spent;
}

function timeOf(sample: number): number {
  return dayStart + sample * sampleMs;
}

function at(sums: readonly number[], ms: number): number {
  const place = (ms - dayStart) / sampleMs;
  const before = sums[Math.floor(place)] ?? 0;
  const after = sums[Math.floor(place) + 1] ?? before;
  return before + (after - before) * (place - Math.floor(place));
}
