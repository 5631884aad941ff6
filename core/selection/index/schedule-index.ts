import type { Campaign } from "../../catalog/entities.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { endOf, hasSchedule, isInHours, quarterMs, startOf } from "../schedule.ts";
import { DenseSet } from "./dense-set.ts";
import { firstFrom } from "./position-set.ts";

const stepSize = 5_000;

/**
 * The campaigns whose schedule allows them to run. `due` has those that run at some instant of the current quarter of an hour
 * or of the next; {@link ScheduleIndex.isRunning} is exact to the millisecond. So `due` changes once a quarter, off the request
 * path, a quarter ahead and in steps.
 */
export class ScheduleIndex {
  /** Positions that may be running. `undefined`: no campaign has a schedule. */
  readonly due: DenseSet | undefined;
  readonly #campaigns: readonly Campaign[];
  /** Ascending positions of campaigns with a schedule, with their starts and ends. */
  readonly #positions: Uint32Array;
  readonly #scheduled: DenseSet;
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  #dueFrom: EpochMs = Number.NaN;
  #dueTo: EpochMs = Number.NaN;
  /** Counts moves, so that an overtaken move stops. */
  #moves = 0;

  constructor(campaigns: readonly Campaign[], scheduled: Uint32Array) {
    this.#campaigns = campaigns;
    this.#positions = scheduled;
    this.#scheduled = new DenseSet(scheduled.length === 0 ? 0 : campaigns.length);
    this.#starts = new Float64Array(scheduled.length);
    this.#ends = new Float64Array(scheduled.length);
    this.due = scheduled.length === 0 ? undefined : new DenseSet(campaigns.length);
  }

  /** Reads the campaigns. Must finish before any other call. */
  *fill(): CooperativeTask<void> {
    if (this.due === undefined) return;
    for (let position = 0; position < this.#campaigns.length; position++) {
      const campaign = this.#campaigns[position];
      if (campaign !== undefined && hasSchedule(campaign)) this.#scheduled.add(position);
      else this.due.add(position);
      if (position % stepSize === 0) yield;
    }
    for (let index = 0; index < this.#positions.length; index++) {
      const campaign = this.#campaigns[this.#positions[index] ?? 0];
      this.#starts[index] = campaign === undefined ? 0 : startOf(campaign);
      this.#ends[index] = campaign === undefined ? 0 : endOf(campaign);
      if (index % (stepSize / 5) === 0) yield;
    }
  }

  /** Whether `due` is valid at an instant. */
  covers(now: EpochMs): boolean {
    return this.due === undefined || (now >= this.#dueFrom && now < this.#dueTo);
  }

  /** Whether the first quarter of `due` is over, so that it should be moved. */
  isOld(now: EpochMs): boolean {
    return this.due !== undefined && !(now >= this.#dueFrom && now < this.#dueFrom + quarterMs);
  }

  /** Makes `due` valid for the quarter of `now` and the next one. Until it ends, `due` stays valid for its earlier time. */
  *move(now: EpochMs): CooperativeTask<void> {
    const { due } = this;
    if (due === undefined) return;
    const from = Math.floor(now / quarterMs) * quarterMs;
    const to = from + 2 * quarterMs;
    this.#moves += 1;
    const move = this.#moves;
    for (let index = 0; index < this.#positions.length; index++) {
      const position = this.#positions[index] ?? 0;
      if (this.#runsBetween(index, from, to)) due.add(position);
      else due.delete(position);
      if (index % stepSize !== stepSize - 1) continue;
      yield;
      if (move !== this.#moves) return;
    }
    this.#dueFrom = from;
    this.#dueTo = to;
  }

  /** Whether the schedule of a campaign allows it to run at an instant. */
  isRunning(position: number, now: EpochMs): boolean {
    if (this.due === undefined) return true;
    if (!this.due.has(position)) return false;
    if (!this.#scheduled.has(position)) return true;
    const index = firstFrom(this.#positions, position, 0);
    const campaign = this.#campaigns[position];
    return (
      campaign !== undefined &&
      now >= (this.#starts[index] ?? 0) &&
      now < (this.#ends[index] ?? 0) &&
      isInHours(campaign, now)
    );
  }

  #runsBetween(index: number, from: EpochMs, to: EpochMs): boolean {
    const campaign = this.#campaigns[this.#positions[index] ?? 0];
    if (campaign === undefined || (this.#starts[index] ?? 0) >= to || (this.#ends[index] ?? 0) <= from)
      return false;
    return isInHours(campaign, from) || isInHours(campaign, to - quarterMs);
  }
}
