import type { Campaign } from "../../catalog/entities.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { endOf, hasSchedule, isInHours, quarterMs, startOf } from "../schedule.ts";
import { DenseSet } from "./dense-set.ts";
import { firstFrom } from "./position-set.ts";

const pieceSize = 5_000;

/**
 * Which campaigns are on the air. `due` has those that run at some instant of the current quarter of an hour or of the
 * next, and {@link ScheduleIndex.isRunning} says it to the millisecond. So `due` changes once a quarter and off the request
 * path: a quarter ahead, in pieces.
 */
export class ScheduleIndex {
  /** `undefined` when all campaigns run always. */
  readonly due: DenseSet | undefined;
  readonly #campaigns: readonly Campaign[];
  /** Positions of campaigns that do not run always, ascending, and their first instants and the ones after their last. */
  readonly #positions: Uint32Array;
  readonly #scheduled: DenseSet;
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  #dueFrom: EpochMs = Number.NaN;
  #dueTo: EpochMs = Number.NaN;
  /** Counts moves, so that one that was overtaken stops. */
  #moves = 0;

  constructor(campaigns: readonly Campaign[], scheduled: Uint32Array) {
    this.#campaigns = campaigns;
    this.#positions = scheduled;
    this.#scheduled = new DenseSet(scheduled.length === 0 ? 0 : campaigns.length);
    this.#starts = new Float64Array(scheduled.length);
    this.#ends = new Float64Array(scheduled.length);
    this.due = scheduled.length === 0 ? undefined : new DenseSet(campaigns.length);
  }

  *fill(): CooperativeTask<void> {
    if (this.due === undefined) return;
    for (let position = 0; position < this.#campaigns.length; position++) {
      const campaign = this.#campaigns[position];
      if (campaign !== undefined && hasSchedule(campaign)) this.#scheduled.add(position);
      else this.due.add(position);
      if (position % pieceSize === 0) yield;
    }
    for (let index = 0; index < this.#positions.length; index++) {
      const campaign = this.#campaigns[this.#positions[index] ?? 0];
      this.#starts[index] = campaign === undefined ? 0 : startOf(campaign);
      this.#ends[index] = campaign === undefined ? 0 : endOf(campaign);
      if (index % (pieceSize / 5) === 0) yield;
    }
  }

  /** Whether `due` holds at an instant. */
  covers(now: EpochMs): boolean {
    return this.due === undefined || (now >= this.#dueFrom && now < this.#dueTo);
  }

  /** Whether the quarter that `due` began with is over, so that it should be moved on. */
  isOld(now: EpochMs): boolean {
    return this.due !== undefined && !(now >= this.#dueFrom && now < this.#dueFrom + quarterMs);
  }

  /** Makes `due` hold for the quarter of `now` and the next one. While it is under way it still holds for what it did. */
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
      if (index % pieceSize !== pieceSize - 1) continue;
      yield;
      if (move !== this.#moves) return;
    }
    this.#dueFrom = from;
    this.#dueTo = to;
  }

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
