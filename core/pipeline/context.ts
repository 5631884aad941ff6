import type { ConfigurationResult } from "../configuration.ts";
import type { JudgeConsent } from "../consent/consent.ts";
import type { Log } from "../log.ts";
import type { NetworkHash } from "../ratelimit/client-network.ts";
import type { RateLimiter } from "../ratelimit/rate-limiter.ts";
import type { CatalogFeed } from "../selection/catalog-feed.ts";
import type { Services } from "../serving/services.ts";
import type { NextTick } from "../timing/next-tick.ts";
import type { TrafficJudge } from "../traffic/judge.ts";
import type { ObserveServe } from "./observe-serve.ts";
import type { Gate } from "./overload.ts";
import type { FindPath } from "./paths.ts";
import type { RequestDeadlineOptions } from "./request-deadline.ts";

/** The state that all requests of an installation share. */
export interface PipelineContext extends Omit<RequestDeadlineOptions, "newRequestId"> {
  readonly gate: Gate;
  /** `undefined`: nothing observes. */
  readonly observeServe: ObserveServe | undefined;
  readonly nextTick: NextTick;
  /** Reads the configuration when it is first used, and again until it is valid. */
  readonly configuration: () => ConfigurationResult;
  readonly findPath: FindPath;
  readonly feed: CatalogFeed;
  /** Whether this instance accepts new clients. Rejects when the store cannot be reached. */
  readonly readiness: () => Promise<boolean>;
  readonly limiter: RateLimiter;
  readonly networkHash: NetworkHash;
  /** Called when no limit of a network applies to a request, because its client's address is not known. */
  readonly onUnknownAddress: (trustProxy: number) => void;
  readonly judge: TrafficJudge;
  readonly consent: JudgeConsent;
  readonly services: Omit<Services, "configuration" | "snapshot">;
  readonly log: Log;
}
