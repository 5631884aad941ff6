import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { readConfiguration } from "../../core/configuration.ts";
import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import { createAdmission } from "../../core/pipeline/admission.ts";
import { createGate } from "../../core/pipeline/overload.ts";
import { type FindPath, servicePath } from "../../core/pipeline/paths.ts";
import { createPipeline } from "../../core/pipeline/pipeline.ts";
import { createNetworkHash } from "../../core/ratelimit/client-network.ts";
import { createCounter } from "../../core/reporting/counter.ts";
import { createBudgetBlockList } from "../../core/selection/budget-block-list.ts";
import { createCatalogFeed } from "../../core/selection/catalog-feed.ts";
import { createLiveIndex } from "../../core/selection/live-index.ts";
import { drawFrom } from "../../core/selection/tie-sampling.ts";
import { createCreativeCache } from "../../core/serving/creative-cache.ts";
import { createRecentCapRefusals } from "../../core/serving/recent-cap-refusals.ts";
import { createRecentCreatives } from "../../core/serving/recent-creatives.ts";
import { createDeadlines } from "../../core/timing/deadlines.ts";
import { createNextTick } from "../../core/timing/next-tick.ts";
import { createTrafficJudge } from "../../core/traffic/judge.ts";
import { createLearningShare } from "../../core/traffic/learning-share.ts";
import { createNetworkOfDay } from "../../core/traffic/network-of-day.ts";
import { createUnprovenHolds } from "../../core/traffic/unproven-holds.ts";
import { seededRandom } from "../core/seeded.ts";
import { heldTimer } from "./held-timer.ts";

export const timeoutMs = 1_000;

export interface SlowPipeline {
  readonly answer: (request: HttpRequest) => Promise<HttpResponse>;
  /** Lets milliseconds pass. */
  readonly pass: (ms: number) => void;
  /** Timers that are set. */
  readonly pending: () => number;
  readonly underWay: () => number;
  /** Errors of requests that were refused or came too late. */
  readonly reported: readonly string[];
  /** Lets all answers go on, now and later. */
  readonly release: () => void;
  /** Requests that were let in. */
  readonly worked: () => number;
}

/** A pipeline whose limiter and store answer when the test says so; without a key a call then gets 401. */
export function slowPipeline(maxUnderWay = 100, until?: Promise<never>): SlowPipeline {
  const { timer, stopwatch, pass, pending } = heldTimer();
  const released = Promise.withResolvers<void>();
  const reported: string[] = [];
  let worked = 0;
  const wait = async (): Promise<void> => {
    worked += 1;
    await (until ?? released.promise);
  };
  const report = (error: unknown): void => void reported.push(String(error));
  const unused = (): Promise<never> => Promise.reject(new Error("No test gets here."));
  const findPath: FindPath = ({ target }) => servicePath(target, "", true);
  const random = seededRandom(1);
  const draw = drawFrom(random);
  const clock = (): number => 0;
  const store = createMemoryStore({ clock });
  const liveIndex = createLiveIndex({ draw, pause: async () => {}, onFailed: report });
  const judge = createTrafficJudge({ clock, log: () => {} });
  const admission = createAdmission(stopwatch, { least: maxUnderWay, first: maxUnderWay, most: maxUnderWay });
  const answer = createPipeline({
    gate: createGate({ findPath, admission, random, onRefused: report }),
    observeServe: undefined,
    nextTick: createNextTick(),
    deadlines: createDeadlines({ subject: "The store", timeoutMs: () => timeoutMs, timer, stopwatch }),
    onTooLate: report,
    findPath,
    configuration: () =>
      readConfiguration({ baseUrl: "https://ads.example", secrets: ["a secret of at least 32 characters"] }),
    feed: createCatalogFeed(store, clock, { onChange: () => {}, onChecked: async () => {} }),
    readiness: () => wait().then(() => true),
    limiter: { take: () => wait().then(() => []) },
    networkHash: createNetworkHash(),
    onUnknownAddress: () => {},
    judge,
    consent: () => "full",
    log: () => {},
    services: {
      liveIndex,
      budgetBlockList: createBudgetBlockList(store, liveIndex.active),
      recentCapRefusals: createRecentCapRefusals(),
      recentCreatives: createRecentCreatives(),
      counter: createCounter(clock),
      unconfirmed: judge.unconfirmed,
      holds: createUnprovenHolds({
        limiter: { take: async () => [] },
        unconfirmed: judge.unconfirmed,
        clock,
      }),
      learning: createLearningShare(clock, draw),
      networkOfDay: createNetworkOfDay(clock),
      places: undefined,
      issue: unused,
      issuePaced: unused,
      record: unused,
      findDelivery: unused,
      isFirstReport: unused,
      creatives: createCreativeCache(store, liveIndex),
      findSensitive: async () => [],
      noteUnknownKey: () => {},
      clock,
      random,
      draw,
    },
  });
  return {
    answer,
    pass,
    pending,
    underWay: admission.underWay,
    reported,
    release: released.resolve,
    worked: () => worked,
  };
}

export const callBody: Uint8Array = new TextEncoder().encode(
  JSON.stringify({ platform_id: "pf_one", visitor_id: "visitor-0123456789" }),
);

/** A call without a key, of a client whose network is known. */
export function call(fields: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: "POST",
    target: "/api/v1/web/ads",
    header: (name) => (name === "content-type" ? "application/json" : undefined),
    readBody: async () => callBody,
    clientAddress: "192.0.2.1",
    ...fields,
  };
}
