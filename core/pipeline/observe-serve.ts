import { type Metrics, workSeconds } from "../metrics/metrics.ts";
import type { Tracing } from "../metrics/tracing.ts";
import type { Services } from "../serving/services.ts";
import type { Stopwatch } from "../timing/deadlines.ts";
import type { Endpoint } from "./endpoints.ts";

type SharedServices = Omit<Services, "configuration" | "snapshot">;

/** Runs an endpoint with services that tell why there is no ad, how long the decision took and which calls it waited for. */
export type ObserveServe = (
  endpoint: Pick<Endpoint<never, object>, "kind" | "surface">,
  services: SharedServices,
  serve: (services: SharedServices) => Promise<object>,
) => Promise<{ readonly result: object; readonly reason: string | undefined }>;

interface ServeObserverOptions {
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  readonly stopwatch: Stopwatch;
}

/** A decision lasts until the first order to the store, or until it is clear that there is no ad. */
export function createObserveServe({ metrics, tracing, stopwatch }: ServeObserverOptions): ObserveServe {
  const seconds = metrics?.histogram(
    {
      name: "handbill_decision_seconds",
      help: "Time to choose ads, without the store.",
      labels: ["surface"],
    },
    workSeconds,
  );
  const traced = <Args extends readonly unknown[], T>(
    name: string,
    call: (...args: Args) => Promise<T>,
  ): ((...args: Args) => Promise<T>) =>
    tracing === undefined
      ? call
      : (...args) => tracing.inSpan({ name, kind: "internal" }, () => call(...args));
  const observed = (services: SharedServices): SharedServices => ({
    ...services,
    issue: traced("handbill.issue", services.issue),
    issuePaced: traced("handbill.issue", services.issuePaced),
    record: traced("handbill.record", services.record),
    findDelivery: traced("handbill.find", services.findDelivery),
  });
  return async ({ kind, surface }, services, serve) => {
    const inner = observed(services);
    if (kind !== "ad_request") return { result: await serve(inner), reason: undefined };
    let reason: string | undefined;
    let isDecided = false;
    const startedAt = stopwatch();
    const endSpan = tracing?.startSpan("handbill.decision");
    const decide = (isMeasured: boolean): void => {
      if (isDecided) return;
      isDecided = true;
      endSpan?.();
      if (isMeasured) seconds?.((stopwatch() - startedAt) / 1_000, surface);
    };
    const afterDecision =
      (issue: Services["issue"]): Services["issue"] =>
      (order) => {
        decide(true);
        return issue(order);
      };
    try {
      const result = await serve({
        ...inner,
        issue: afterDecision(inner.issue),
        issuePaced: afterDecision(inner.issuePaced),
        counter: {
          ...services.counter,
          add: (event, n) => {
            if (event.metric === "no_ad") {
              reason = event.reason;
              decide(true);
            }
            services.counter.add(event, n);
          },
        },
      });
      return { result, reason: hasAd(result) ? undefined : reason };
    } finally {
      // A test ad is chosen without campaigns.
      decide(false);
    }
  };
}

/** Whether any slot of a batch got an ad. */
function hasAd(result: object): boolean {
  return "ads" in result && Array.isArray(result.ads) && result.ads.some(({ ad }) => ad !== null);
}
