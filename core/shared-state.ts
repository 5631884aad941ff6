import { type ConfigurationOptions, type ConfigurationResult, readConfiguration } from "./configuration.ts";
import { consoleLog, createFailureLog, describeError, type Log, safeLog } from "./log.ts";
import { countLog } from "./metrics/count-log.ts";
import { usableMetrics, withFaults, withObservation } from "./metrics/usable.ts";
import { once, onceValid } from "./once.ts";
import { logConfigErrors } from "./pipeline/log-config-errors.ts";
import type { ObservationOptions } from "./pipeline/serving-observer.ts";
import { createUnknownKeyLog } from "./pipeline/unknown-key-log.ts";
import { createNetworkHash, logUnknownAddress, type NetworkHash } from "./ratelimit/client-network.ts";
import type { LimiterGuardState } from "./ratelimit/guard-limiter.ts";
import { createMemoryRateLimiter } from "./ratelimit/memory-rate-limiter.ts";
import type { RateLimiter } from "./ratelimit/rate-limiter.ts";
import { type CountWriterState, createCountWriterState } from "./reporting/count-writer.ts";
import { type Counter, createCounter } from "./reporting/counter.ts";
import { type AwayState, createAwayState } from "./selection/away-campaigns.ts";
import { type BudgetBlockState, createBudgetBlockState } from "./selection/budget-block-list.ts";
import { type CatalogFeedState, createCatalogFeedState } from "./selection/catalog-feed.ts";
import { createLiveIndex, type LiveIndex } from "./selection/live-index.ts";
import { createPacerState, type PacerState } from "./selection/pacing/pacer.ts";
import { type Draw, drawFrom } from "./selection/tie-sampling.ts";
import type { ViewRatesState } from "./selection/view-rates.ts";
import { type CreativeCacheState, createCreativeCacheState } from "./serving/creative-cache.ts";
import { createRecentCapRefusals, type RecentCapRefusals } from "./serving/recent-cap-refusals.ts";
import { createRecentCreatives, type RecentCreatives } from "./serving/recent-creatives.ts";
import type { SensitiveState } from "./serving/sensitive-text.ts";
import type { Services } from "./serving/services.ts";
import type { UpkeepState } from "./serving/upkeep.ts";
import type { Random } from "./signing/random.ts";
import {
  defaultStoreTimeoutMs,
  readStoreTimeout,
  type StoreTimeoutOptions,
  withStoreTimeout,
} from "./storage/store-timeout.ts";
import type { Clock } from "./timing/clock.ts";
import type { Pause } from "./timing/cooperative-task.ts";
import { type SensitiveSubjectsOption, withSensitiveSubjects } from "./topics/sensitive/check-subjects.ts";
import { createTrafficJudgeState, type TrafficJudgeState } from "./traffic/judge.ts";
import { createLearningShare, type LearningShare } from "./traffic/learning-share.ts";
import { createNetworkOfDay, type NetworkOfDay } from "./traffic/network-of-day.ts";
import { createUnprovenHoldsState, type UnprovenHoldsState } from "./traffic/unproven-holds.ts";
import { usableSources } from "./usable-sources.ts";

/**
 * The state of an ad server that is plain data: no promise, timer or connection. All instances of an edge isolate share
 * it, because a promise of one request must not be awaited by another there.
 */
export interface SharedState {
  readonly log: Log;
  readonly clock: Clock;
  readonly random: Random;
  readonly draw: Draw;
  readonly timeoutMs: () => number;
  readonly configuration: () => ConfigurationResult;
  readonly counter: Counter;
  readonly counts: CountWriterState;
  readonly upkeep: UpkeepState;
  readonly feed: CatalogFeedState;
  readonly liveIndex: LiveIndex;
  readonly awayCampaigns: AwayState;
  readonly budgetBlocks: BudgetBlockState;
  readonly viewRates: ViewRatesState;
  readonly pacer: PacerState;
  readonly creatives: CreativeCacheState;
  readonly sensitive: SensitiveState;
  readonly memoryLimiter: RateLimiter;
  readonly limiterGuard: LimiterGuardState;
  readonly judge: TrafficJudgeState;
  readonly holds: UnprovenHoldsState;
  readonly recentCapRefusals: RecentCapRefusals;
  readonly recentCreatives: RecentCreatives;
  readonly learning: LearningShare;
  readonly networkOfDay: NetworkOfDay;
  readonly networkHash: NetworkHash;
  readonly onUnknownAddress: (trustProxy: number) => void;
  readonly logFailure: ReturnType<typeof createFailureLog>;
  readonly noteUnknownKey: Services["noteUnknownKey"];
  readonly consentWarnings: Set<string>;
}

/** The options that the shared state depends on. */
export interface SharedStateOptions
  extends ConfigurationOptions,
    StoreTimeoutOptions,
    SensitiveSubjectsOption {
  /** Receives log entries. Default: JSON lines on the console's error stream. */
  readonly log?: Log | undefined;
  /** For tests. Default: the system clock. Money depends on the store's clock, not on this one. */
  readonly clock?: Clock | undefined;
  /** For tests. Default: the platform's cryptographic random source. */
  readonly random?: Random | undefined;
}

/** Creates the state of an ad server. `pause` yields to other work while an index of campaigns is built. */
export function createSharedState(
  options: SharedStateOptions & Pick<ObservationOptions, "metrics" | "tracing">,
  pause: Pause,
): SharedState {
  const log = countLog(safeLog(options.log ?? consoleLog), usableMetrics(options.metrics));
  const sources = usableSources(options);
  const { clock, random } = sources;
  const draw = drawFrom(random);
  return {
    log,
    clock,
    random,
    draw,
    timeoutMs: once(() => timeoutOf(options)),
    configuration: onceValid(
      logConfigErrors(
        () =>
          withFaults(
            withObservation(
              withSensitiveSubjects(withStoreTimeout(readConfiguration(options), options), options),
              options,
            ),
            sources.faults(),
          ),
        log,
      ),
    ),
    counter: createCounter(clock),
    counts: createCountWriterState(),
    upkeep: {},
    feed: createCatalogFeedState(),
    liveIndex: createLiveIndex({
      draw,
      pause,
      onFailed: (error) =>
        log({
          level: "error",
          code: "ranking-failed",
          message: "Campaigns could not be ranked.",
          error: describeError(error),
        }),
    }),
    awayCampaigns: createAwayState(),
    budgetBlocks: createBudgetBlockState(),
    viewRates: {},
    pacer: createPacerState(),
    creatives: createCreativeCacheState(),
    sensitive: {},
    memoryLimiter: createMemoryRateLimiter({ clock }),
    limiterGuard: {},
    judge: createTrafficJudgeState(),
    holds: createUnprovenHoldsState(),
    recentCapRefusals: createRecentCapRefusals(),
    recentCreatives: createRecentCreatives(),
    learning: createLearningShare(clock, draw),
    networkOfDay: createNetworkOfDay(clock),
    networkHash: createNetworkHash(),
    onUnknownAddress: logUnknownAddress(log),
    logFailure: createFailureLog(log, clock),
    noteUnknownKey: createUnknownKeyLog(log, clock),
    consentWarnings: new Set(),
  };
}

/** The configuration names what is wrong; until it is corrected the default holds. */
function timeoutOf(options: StoreTimeoutOptions): number {
  try {
    return readStoreTimeout(options) ?? defaultStoreTimeoutMs;
  } catch {
    return defaultStoreTimeoutMs;
  }
}
