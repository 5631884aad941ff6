import { describeError, type Log } from "../log.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { createDeadlines, type Stopwatch, type Timer } from "../timing/deadlines.ts";
import type { EventKind } from "./judgement.ts";
import type { TrafficEvent } from "./traffic-event.ts";

/** What a `classify` hook is told of an event. It holds no identity, address or text of a user. */
export interface ClassifiedEvent {
  /** What happened. */
  readonly kind: EventKind;
  /** `browser`, `server` (a valid API key), or `link` for a click, whose sender is not known. */
  readonly caller: "browser" | "server" | "link";
  /** Where the ad is shown: on a page or in a messenger. */
  readonly surface: "web" | "bot";
  /** The platform, `pf_…`. */
  readonly platformId: string;
  /** The id of the API key; empty for an ad that a browser asked for. */
  readonly apiKeyId: string;
  /** Keyed hash of the identity, scoped to the platform; see `userKeyOf`. Empty: the identity is not used. */
  readonly userKey: string;
  /** Keyed hash of the network (IPv4 /24, IPv6 /48). Absent for a server, and where the address is not known. */
  readonly network?: string | undefined;
  /** Reads a header of the request by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/**
 * What a `classify` hook knows of an event. `person`: nothing against it; the other rules still apply. `excluded`: no ad, no count
 * and no charge.
 */
export type Classification =
  | "person"
  | "excluded"
  | {
      /** 1 to 32 of `a–z 0–9 _`, one of a few. Used unless another rule marks first. */
      readonly mark: string;
    };

/** Judges an event by what the embedder knows, at once or in a promise. */
export type Classify = (event: ClassifiedEvent) => Classification | PromiseLike<Classification>;

/** How long a request waits for a hook. */
export const classifyTimeoutMs = 100;

/** A hook that failed is left alone for so long; the log says so as often. */
const pauseMs = 1_000;

const mark = /^[a-z0-9_]{1,32}$/;

export interface ClassifyOptions {
  readonly classify: Classify;
  readonly clock: Clock;
  readonly log: Log;
  /** For tests. */
  readonly timer?: Timer | undefined;
  /** For tests. */
  readonly stopwatch?: Stopwatch | undefined;
}

/** A hook that neither refuses nor delays an answer by its own trouble: when it throws, hangs or talks nonsense it judges nothing. */
export function guardClassify(options: ClassifyOptions): (event: TrafficEvent) => Promise<Classification> {
  const { classify, clock, log, timer, stopwatch } = options;
  const timeoutMs = (): number => classifyTimeoutMs;
  const deadlines = createDeadlines({
    subject: "The classify hook",
    timeoutMs,
    timer,
    stopwatch,
    keepTimer: false,
  });
  let failedAt: EpochMs | undefined;

  const fail = (error: unknown): void => {
    failedAt = clock();
    const message = "The classify hook failed: for a second events are judged without it.";
    log({ level: "warn", message, error: describeError(error) });
  };
  return async (event) => {
    // A wall clock may step back: then too the pause is over.
    if (failedAt !== undefined && Math.abs(clock() - failedAt) < pauseMs) return "person";
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
