import { describeError, type Log } from "../log.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { createDeadlines, type Stopwatch, type Timer } from "../timing/deadlines.ts";
import type { ClassifiedEvent, TrafficEvent } from "./traffic-event.ts";

/**
 * The judgement of a `classify` hook about an event. `person`: no objection; the other rules still apply. `excluded`: no ad, no
 * count and no charge.
 */
export type Classification =
  | "person"
  | "excluded"
  | {
      /** 1 to 32 of `a–z 0–9 _`, one of a few. Used unless a rule about the requester marks first. */
      readonly mark: string;
    };

/** Judges an event by the embedder's own knowledge, at once or in a promise. */
export type Classify = (event: ClassifiedEvent) => Classification | PromiseLike<Classification>;

/** How long a request waits for a hook. */
export const classifyTimeoutMs = 100;

/** A hook that failed is not called for this time; each failure is logged. */
const pauseMs = 1_000;

const mark = /^[a-z0-9_]{1,32}$/;

/** The last failure: plain data, which the instances of one isolate share. */
export interface ClassifyState {
  failedAt?: EpochMs | undefined;
}

export interface ClassifyOptions {
  /** Default: a new one. */
  readonly state?: ClassifyState | undefined;
  readonly classify: Classify;
  readonly clock: Clock;
  readonly log: Log;
  /** For tests. */
  readonly timer?: Timer | undefined;
  /** For tests. */
  readonly stopwatch?: Stopwatch | undefined;
}

/** Guards a hook, so that its faults neither refuse nor delay an answer: if it throws, hangs or returns an invalid value, the value is ignored. */
export function guardClassify(options: ClassifyOptions): (event: TrafficEvent) => Promise<Classification> {
  const { classify, clock, log, timer, stopwatch, state = {} } = options;
  const timeoutMs = (): number => classifyTimeoutMs;
  const deadlines = createDeadlines({
    subject: "The classify hook",
    timeoutMs,
    timer,
    stopwatch,
    keepTimer: false,
  });

  const fail = (error: unknown): void => {
    state.failedAt = clock();
    const message = "The classify hook failed: for a second events are judged without it.";
    log({ level: "warn", code: "classify-failed", message, error: describeError(error) });
  };
  return async (event) => {
    // A wall clock may step back: then too the pause is over.
    if (state.failedAt !== undefined && Math.abs(clock() - state.failedAt) < pauseMs) return "person";
    try {
      const found = await deadlines.within((async () => classify(told(event)))());
      if (!isClassification(found)) throw new TypeError("It returned no classification.");
      return found;
    } catch (error) {
      fail(error);
      return "person";
    }
  };
}

function told({
  kind,
  caller,
  surface,
  platformId,
  apiKeyId,
  userKey,
  network,
  request,
}: TrafficEvent): ClassifiedEvent {
  const header = (name: string): string | undefined => request.header(name);
  return { kind, caller, surface, platformId, apiKeyId, userKey, network, header };
}

/** A hook may be written in JavaScript. */
function isClassification(found: unknown): found is Classification {
  if (found === "person" || found === "excluded") return true;
  return (
    typeof found === "object" &&
    found !== null &&
    "mark" in found &&
    typeof found.mark === "string" &&
    mark.test(found.mark)
  );
}
