import type { RateClaim, RateDecision, RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import { createBatcher } from "../../core/storage/batcher.ts";
import { createDeadlines } from "../../core/timing/deadlines.ts";

export interface BatchedLimiterOptions {
  /** The database, for error texts. */
  readonly subject: string;
  /** After this many milliseconds a claim is rejected as an outage. */
  readonly timeoutMs: number;
  /** Calls of `take` that leave together; in the core each has one claim or two. */
  readonly maxCalls: number;
  /** Decides claims in their order. */
  readonly decide: (claims: readonly RateClaim[]) => Promise<readonly RateDecision[]>;
}

const maxWaiting = 10_000;

/** A limiter whose concurrent calls share one request to the database; the next one leaves when it has returned. */
export function batchedLimiter({
  subject,
  timeoutMs,
  maxCalls,
  decide,
}: BatchedLimiterOptions): RateLimiter & { readonly close: () => Promise<void> } {
  let calls = 0;
  const batcher = createBatcher<readonly RateClaim[], readonly RateDecision[]>({
    run: async (items) => {
      const all = await decide(items.flat());
      let start = 0;
      return items.map((claims) => {
        start += claims.length;
        return all.slice(start - claims.length, start);
      });
    },
    // Claims are never the same thing twice.
    identity: () => {
      calls += 1;
      return String(calls);
    },
    repeated: (first) => first,
    maxBatch: maxCalls,
    maxWaiting,
    deadlines: createDeadlines({ subject, timeoutMs: () => timeoutMs }),
  });
  return {
    take: async (claims) => (claims.length === 0 ? [] : batcher.submit(claims)),
    close: () => batcher.drained(),
  };
}
