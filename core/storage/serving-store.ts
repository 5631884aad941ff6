import type { CreativeVersion } from "../catalog/entities.ts";
import type { Micros } from "../money.ts";
import type { CampaignDay } from "../timing/campaign-day.ts";
import type { CatalogNews, CatalogVersion } from "./catalog-change.ts";
import type { Count, CountQuery, CountTotal } from "./counts.ts";
import type { Delivery, DeliveryEvent, IssueOrder, IssueOutcome, RecordOutcome } from "./delivery.ts";
import type { Places } from "./places.ts";

/** Most items of one batch. */
export const maxBatch = 512;

/** The operations of the serving side, called on every ad request, click and view. */
export interface ServingStore {
  /**
   * Set when campaigns lie in several databases. The core then orders choices of one database together, names it in the delivery id
   * (`createDeliveryId`), and sends batches of one database, so that a database that is away delays no other. Absent: there is one database.
   */
  readonly places?: Places | undefined;

  /**
   * The store's time, even when nothing changed, and the changes since `since`: upserts and removals, or everything with
   * `reload: true` (always so without `since`, or with a version that the store does not know). `delta` is absent when
   * nothing changed. Never a part of one `applyCatalog`.
   */
  catalogChanges(since?: CatalogVersion): Promise<CatalogNews>;

  /** Spent, used and held per campaign at this moment, `undefined` for a campaign the store does not have. */
  readSpend(campaignIds: readonly string[]): Promise<readonly (Spend | undefined)[]>;

  /**
   * Creative versions by id, `undefined` for an unknown id. A version never changes and is kept as long as
   * a delivery of it, even when its creative was edited or removed.
   */
  readCreatives(versionIds: readonly string[]): Promise<readonly (CreativeVersion | undefined)[]>;

  /** Deliveries by id in their current state, `undefined` for an unknown id. */
  findDeliveries(ids: readonly string[]): Promise<readonly (Delivery | undefined)[]>;

  /**
   * Issues each order's first choice whose limits all hold; in array order, each order seeing what the ones
   * before it took. One atomic step for each order: between its check and its writes no other call, of this
   * or another instance, changes what it checked.
   *
   * The limits of a choice are those of the stored campaign, not of the caller's snapshot:
   * - the campaign exists and is active;
   * - used + held + price ≤ total budget, and the same for the daily budget on the campaign's day;
   * - unproven holds, judged for a web order with `unprovenShareBps` and a price: the campaign's open holds of such orders and
   *   the price are together at most the share of the smaller one of its budgets, or 20 prices if that is more. A
   *   share is floor(budget / 10,000) × bps. A campaign without any budget has no such limit;
   * - frequency cap: fewer than `impressions` deliveries of this campaign to this `userKey` were issued in the
   *   window, not counting web deliveries that expired before they were seen. A sliding window of w ms reaches
   *   back to deliveries younger than w; `day` counts those of the campaign's current day. Bot deliveries count
   *   in any case: a posted message was shown.
   *
   * A web delivery holds its price on the campaign and on the campaign's day; a bot delivery holds nothing
   * (its click pays from the free budget), and is refused like any other when the free budget is below its price.
   * Holds of expired deliveries never refuse: those of the campaigns touched are released first.
   *
   * A refused order changes nothing. Idempotent by delivery id: a repeated order gets the outcome of the first
   * and changes nothing, whatever its choices say now.
   */
  issue(orders: readonly IssueOrder[]): Promise<readonly IssueOutcome[]>;

  /**
   * Records events of deliveries. The identity of an event is (delivery, kind) for `seen` and
   * `click`, and (delivery, `press`, scene, button) for a press: of all calls with one identity, on all
   * instances, exactly one ever gets `recorded`.
   *
   * Judged in this order: unknown, expired (age > 3,600,000 ms), too early (`seen` at age < 1,000 ms), duplicate,
   * recorded. The first three change nothing.
   *
   * Money: at most one event per delivery charges. For a web delivery with a price it is the first recorded one,
   * whatever its kind; the hold becomes used, on the day and at the price of the issue. For a bot delivery with a
   * price it is the recorded click, if on the day of issue used + held + price is within the total and the daily
   * budget, else nothing is charged, ever. `press` and `click` also set `seenAt` when it is not set yet; a later
   * `seen` is then recorded and changes nothing else. The charge, the used amount and the event are one atomic step.
   *
   * Marks: a recorded event with a mark sets the delivery's mark if it has none. The charge keeps the mark that the delivery has
   * after the event that charges. Marks never change what is charged.
   */
  record(events: readonly DeliveryEvent[]): Promise<readonly RecordOutcome[]>;

  /**
   * Gives back what expired unseen web deliveries hold, oldest first, at most `limit` deliveries, and returns their
   * number. A delivery is released once, by one caller. Safe on every instance at any time. Each call also drops
   * statistics and networks that are no longer kept, some thousand lines at most.
   */
  releaseExpired(limit: number): Promise<number>;

  /**
   * Adds to the statistics. Best effort: no money depends on them, and a failed call may be dropped. An hour is kept until it
   * began more than 400 days ago by the store's clock, or another time that the store was opened with.
   */
  addCounts(counts: readonly Count[]): Promise<void>;

  /**
   * Sums of the statistics, one for each combination of the `by` fields that occurs, the largest first (equal ones in
   * any order), at most `limit`. They include everything that `addCounts` has confirmed.
   */
  readCounts(query: CountQuery): Promise<readonly CountTotal[]>;
}

/** The amounts of a campaign at one moment. A budget refuses by what is used and held. */
export interface Spend {
  /** The id of the campaign. */
  readonly campaignId: string;
  /** The sum of its charges less their adjustments. */
  readonly spentMicros: Micros;
  /** What the total budget has used: the charges less the adjustments with `restoresBudget`. */
  readonly usedMicros: Micros;
  /** The held amount of all days. */
  readonly heldMicros: Micros;
  /** The campaign's current day by the store's clock. */
  readonly day: CampaignDay;
  /** What the budget of `day` has used: its charges, whatever was taken back of them. */
  readonly dayUsedMicros: Micros;
  /** The held amount of `day`. */
  readonly dayHeldMicros: Micros;
}
