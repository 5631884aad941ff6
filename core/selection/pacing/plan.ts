import type { Campaign } from "../../catalog/entities.ts";
import { Lru } from "../../lru.ts";
import type { Micros } from "../../money.ts";
import type { EpochMs } from "../../timing/clock.ts";
import { type ZoneDay, zoneDay, zoneOffsetMs } from "../../timing/zone-day.ts";
import { fillWeek, type KnownHours } from "./cold-start-prior.ts";
import type { Traffic } from "./traffic.ts";
import { compileWeek, type WeekCurve } from "./week-curve.ts";

/** A budget and the time in which it is spent. */
export interface BudgetWindow {
  /** The total or the daily budget. */
  readonly budgetMicros: Micros;
  /** The start. Absent: so long ago that it does not matter. */
  readonly from: EpochMs | undefined;
  /** When all should be spent, for example 22.5 h into a day of 24. */
  readonly finish: EpochMs;
  /** The end of its last scheduled hour. */
  readonly last: EpochMs;
  /** The last eighth of the last day: its scheduled hours, and the larger of its shares in traffic and in hours. */
  readonly lateHours: number;
  readonly lateDue: number;
  readonly curve: WeekCurve;
}

/** The spending plan of a campaign. Valid until the end of `day`, and while the traffic's curve is the same. */
export interface Plan {
  readonly day: ZoneDay;
  readonly hourly: KnownHours;
  readonly total: BudgetWindow | undefined;
  readonly daily: BudgetWindow | undefined;
}

const hourMs = 3_600_000;

/** Reserve for forecast errors: hours before the end, and at most this share of a day's hours. */
const earlyHours = 1.5;
const earlyPart = 1 / 16;

/** The late part of the last day, in which campaigns of low view rates must have little left. */
const latePart = 1 / 8;

/** Whether a campaign is paced: `even`, with a price, and with a daily budget or a total budget and an end. */
export function isPaced(campaign: Campaign): boolean {
  const { pacing, priceMicros, dailyBudgetMicros, totalBudgetMicros, endsAt } = campaign;
  if (pacing !== "even" || priceMicros === 0) return false;
  return dailyBudgetMicros !== undefined || (totalBudgetMicros !== undefined && endsAt !== undefined);
}

/** Compiles the plan of a campaign for the day of `at`. */
export function compilePlan(campaign: Campaign, at: EpochMs, hourly: KnownHours): Plan {
  const { timeZone, totalBudgetMicros, dailyBudgetMicros } = campaign;
  const startsAt = campaign.startsAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(campaign.startsAt);
  const endsAt = campaign.endsAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(campaign.endsAt);
  const day = zoneDay(timeZone, at);
  const curve = curveOf(campaign, zoneOffsetMs(timeZone, at), hourly);
  const dayFrom = Math.max(day.startsAt, startsAt);
  return {
    day,
    hourly,
    daily:
      dailyBudgetMicros === undefined
        ? undefined
        : windowOf(dailyBudgetMicros, dayFrom, Math.min(day.endsAt, endsAt), curve),
    total:
      totalBudgetMicros === undefined || endsAt === Number.POSITIVE_INFINITY
        ? undefined
        : windowOf(totalBudgetMicros, Number.isFinite(startsAt) ? startsAt : undefined, endsAt, curve),
  };
}

function windowOf(
  budgetMicros: Micros,
  from: EpochMs | undefined,
  to: EpochMs,
  curve: WeekCurve,
): BudgetWindow {
  const last = curve.lastUpTo(to);
  const hoursOfLastDay = curve.hours(Math.max(from ?? 0, last - 24 * hourMs), last);
  const finish = last - Math.min(earlyHours, hoursOfLastDay * earlyPart) * hourMs;
  const late = last - hoursOfLastDay * latePart * hourMs;
  const partOf = (sum: (from: EpochMs, to: EpochMs) => number): number =>
    sum(late, finish) / sum(from ?? last - 24 * hourMs, finish);
  return {
    budgetMicros,
    from,
    finish,
    last,
    lateHours: curve.hours(late, last),
    lateDue: Math.max(partOf(curve.traffic), partOf(curve.hours)),
    curve,
  };
}

/**
 * The share of the budget that is due at `at`: the share of the window's traffic that has come. Past hours and the current hour
 * so far are counted; coming hours are expected to have `level` times their forecast.
 */
export function dueShare(
  { curve, from, finish }: BudgetWindow,
  traffic: Traffic,
  at: EpochMs,
): number | undefined {
  if (from === undefined) return undefined;
  const hour = Math.min(Math.max(Math.floor(at / hourMs) * hourMs, from), at);
  const come = curve.traffic(from, hour) + traffic.hour * curve.traffic(hour, at);
  const whole = come + traffic.level * curve.traffic(at, finish);
  return whole > 0 ? come / whole : 1;
}

/** Time constant over which a deviation of the traffic fades, in hours. */
const paceHours = 1;
/** Money that is left at `finish` is spent within this time, in hours. */
const leastHours = 1 / 12;
/** Time in which a campaign returns to today's curve, in hours, and the most change of its rate. */
const returnHours = 2;
const mostReturn = 0.5;

/**
 * The rule of even pacing: how fast to spend, in micros per hour. Of these, the faster:
 *
 * 1. The remaining money, spread over the traffic that is expected until `finish`, at the pace of the requests: three times the
 *    requests, three times the spend. A campaign that is off {@link dueShare} returns to it within hours, without a burst. An
 *    outlier of the traffic changes what is due, but not the forecast of later hours.
 * 2. The rate that a low view rate needs: an unseen ad holds its price for an hour, so a campaign that waits for the evening
 *    would have only holds left then ({@link holdBoundPerHour}).
 *
 * Budgets do not depend on it: the store enforces them (contract.md §1).
 */
export function spendPerHour(
  window: BudgetWindow,
  leftMicros: Micros,
  viewRate: number,
  traffic: Traffic,
  at: EpochMs,
): number {
  const { budgetMicros, curve, from, finish, last } = window;
  const density = curve.density(at) * traffic.pace;
  if (leftMicros <= 0 || density <= 0 || at >= last || at < (from ?? at)) return 0;
  const hours = Math.max(finish - at, 0) / hourMs;
  const deviation = curve.density(at) * (traffic.pace - 1) * paceHours * (1 - Math.exp(-hours / paceHours));
  const ahead = Math.max(curve.traffic(at, finish) + deviation, density * leastHours);
  const even = (leftMicros * density) / ahead;
  const due = dueShare(window, traffic, at);
  const behind = due === undefined ? 0 : leftMicros - (1 - due) * budgetMicros;
  const back = Math.min(Math.max(behind / returnHours, -mostReturn * even), mostReturn * even);
  return Math.max(even + back, holdBoundPerHour(window, leftMicros, viewRate, at));
}

/** Share of the late part's due money that may stay unspent for evenness … */
const lateShareLeft = 0.75;
/** … but at most this share of the budget, and less below this view rate. */
const maxShareLeft = 0.0125;
const fullEvennessFrom = 0.3;

/**
 * The rate that holds require. With view rate v, an hour turns at most the share v of the remaining money into spend; the rest is
 * held. So the remaining money falls at best by e^(−λ × hours), λ = −ln(1 − v), and a campaign that follows its curve to the end
 * leaves some unspent. A campaign follows its curve until the remaining money could no longer fall to the allowed rest; then it
 * spends as fast as holds allow. The allowed rest grows with the money that is due late, where leaving the curve early costs most,
 * and shrinks with a growing view rate, where leaving it costs nothing.
 */
function holdBoundPerHour(
  { budgetMicros, curve, from, last, lateHours, lateDue }: BudgetWindow,
  leftMicros: Micros,
  viewRate: number,
  at: EpochMs,
): number {
  const fall = -Math.log(1 - Math.min(viewRate, 0.98));
  const unavoidable = from === undefined ? 0 : Math.exp(-fall * curve.hours(from, last));
  const most = maxShareLeft * Math.min(viewRate / fullEvennessFrom, 1);
  const forEvenness = Math.min(lateShareLeft * lateDue * Math.exp(-fall * lateHours), most);
  const ceiling = budgetMicros * (unavoidable + forEvenness) * Math.exp(fall * curve.hours(at, last));
  const above = leftMicros / ceiling - 1;
  return above <= 0 ? 0 : fall * leftMicros * Math.min(1 + 8 * above, 3);
}

/** Curves of schedules with hours, shared by campaigns with the same ones. */
const curves = new Lru<{ readonly hourly: KnownHours; readonly curve: WeekCurve }>(256);

function curveOf({ hours }: Campaign, offsetMs: number, hourly: KnownHours): WeekCurve {
  const key = `${offsetMs} ${hours === undefined ? "" : JSON.stringify(hours)}`;
  const known = curves.get(key);
  if (known?.hourly === hourly) return known.curve;
  const curve = compileWeek(hours, offsetMs, fillWeek(hourly, offsetMs));
  curves.set(key, { hourly, curve });
  return curve;
}
