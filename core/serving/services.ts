import type { Configuration } from "../configuration.ts";
import type { Counter } from "../reporting/counter.ts";
import type { BudgetBlockList } from "../selection/budget-block-list.ts";
import type { LiveIndex } from "../selection/live-index.ts";
import type { Snapshot } from "../selection/snapshot.ts";
import type { Draw } from "../selection/tie-sampling.ts";
import type { Random } from "../signing/random.ts";
import type {
  Delivery,
  DeliveryEvent,
  IssueOrder,
  IssueOutcome,
  RecordOutcome,
} from "../storage/delivery.ts";
import type { Places } from "../storage/places.ts";
import type { Clock } from "../timing/clock.ts";
import type { LearningShare } from "../traffic/learning-share.ts";
import type { NetworkOfDay } from "../traffic/network-of-day.ts";
import type { UnconfirmedAds } from "../traffic/unconfirmed.ts";
import type { UnprovenHolds } from "../traffic/unproven-holds.ts";
import type { CreativeCache } from "./creative-cache.ts";
import type { IsFirstReport } from "./first-report.ts";
import type { RecentCapRefusals } from "./recent-cap-refusals.ts";
import type { RecentCreatives } from "./recent-creatives.ts";
import type { FindSensitive } from "./sensitive-text.ts";

/** The services that an endpoint uses to answer a request. */
export interface Services {
  readonly configuration: Configuration;
  readonly snapshot: Snapshot;
  /** The campaigns of the snapshot, compiled for selection. */
  readonly liveIndex: LiveIndex;
  readonly budgetBlockList: BudgetBlockList;
  readonly recentCapRefusals: RecentCapRefusals;
  readonly recentCreatives: RecentCreatives;
  readonly counter: Counter;
  readonly unconfirmed: UnconfirmedAds;
  readonly holds: UnprovenHolds;
  readonly learning: LearningShare;
  readonly networkOfDay: NetworkOfDay;
  /** Where campaigns lie. `undefined`: all in one database. */
  readonly places: Places | undefined;
  /** Batched; each promise is fulfilled after the store's commit, and rejects on an outage. */
  readonly issue: (order: IssueOrder) => Promise<IssueOutcome>;
  /** Issues an order with a campaign that spends evenly. */
  readonly issuePaced: (order: IssueOrder) => Promise<IssueOutcome>;
  readonly record: (event: DeliveryEvent) => Promise<RecordOutcome>;
  readonly findDelivery: (id: string) => Promise<Delivery | undefined>;
  readonly isFirstReport: IsFirstReport;
  readonly creatives: CreativeCache;
  readonly findSensitive: FindSensitive;
  /** Called with the delivery of a well-formed token that no secret here can have signed; any client can make one up. */
  readonly noteUnknownKey: (deliveryId: string) => void;
  /** The store's time, as this instance knows it. */
  readonly clock: Clock;
  readonly random: Random;
  readonly draw: Draw;
}
