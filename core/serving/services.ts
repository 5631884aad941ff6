import type { CreativeVersion } from "../catalog/entities.ts";
import type { Configuration } from "../configuration.ts";
import type { Counter } from "../reporting/counter.ts";
import type { Exhausted } from "../selection/exhausted.ts";
import type { Draw } from "../selection/select.ts";
import type { Snapshot } from "../selection/snapshot.ts";
import type { Random } from "../signing/random.ts";
import type { Delivery, DeliveryEvent, IssueOrder, IssueOutcome, RecordOutcome } from "../storage.ts";
import type { Clock } from "../timing/clock.ts";

/** What an endpoint works with while it answers one request. */
export interface Services {
  readonly configuration: Configuration;
  readonly snapshot: Snapshot;
  readonly exhausted: Exhausted;
  readonly counter: Counter;
  /** Batched; each promise is fulfilled after the store's commit, and rejects on an outage. */
  readonly issue: (order: IssueOrder) => Promise<IssueOutcome>;
  readonly record: (event: DeliveryEvent) => Promise<RecordOutcome>;
  readonly findDelivery: (id: string) => Promise<Delivery | undefined>;
  readonly findCreative: (versionId: string) => Promise<CreativeVersion | undefined>;
  readonly clock: Clock;
  readonly random: Random;
  readonly draw: Draw;
}
