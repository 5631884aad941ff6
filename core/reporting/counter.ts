import type { Count, CountField } from "../storage/counts.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { CountLines } from "./count-lines.ts";

/** An event to count, without any identity. Omitted fields are empty. */
export type CountedEvent = Pick<Count, "metric"> & {
  readonly [Field in Exclude<CountField, "hour" | "metric">]?: Count[Field] | undefined;
};

/** Counts events in memory until they are written to the store. Holds at most 100,000 lines; further lines are dropped. */
export interface Counter {
  /** Counts an event in the current hour. `n`: a positive integer. Default 1. */
  readonly add: (event: CountedEvent, n?: number) => void;
  /** Removes and returns all lines. */
  readonly take: () => readonly Count[];
  /** Counts lines again that could not be stored, in their own hour. */
  readonly putBack: (lines: readonly Count[]) => void;
  /** Age of the oldest line in milliseconds; `undefined` when there are no lines. */
  readonly waitedMs: () => number | undefined;
  /** The number of lines. */
  readonly size: () => number;
  /** The number of events of dropped lines. */
  readonly dropped: () => number;
}

const hourMs = 3_600_000;
/** Room for an event of each of 100,000 campaigns between two writes. */
const maxLines = 100_000;

/** Creates an empty counter. */
export function createCounter(clock: Clock): Counter {
  const lines = new CountLines(maxLines);
  let waitingSince: EpochMs | undefined;
  return {
    add: (event, n = 1) => {
      const now = clock();
      waitingSince ??= now;
      const hour = Math.floor(now / hourMs) * hourMs;
      const { metric, reason = "", publisherId = "", platformId = "", placement = "" } = event;
      const { apiKeyId = "", format = "", language = "" } = event;
      const { advertiser = "", campaignId = "", creativeId = "", topicId = "" } = event;
      const place = { hour, metric, reason, publisherId, platformId, placement, apiKeyId, format, language };
      lines.add(place, { advertiser, campaignId, creativeId, topicId }, n);
    },
    take: () => {
      const taken = [...lines.read()];
      lines.clear();
      waitingSince = undefined;
      return taken;
    },
    putBack: (counts) => {
      if (counts.length > 0) waitingSince ??= clock();
      for (const count of counts) lines.add(count, count, count.n);
    },
    // Absolute, because the clock may be set back.
    waitedMs: () => waitingSince && Math.abs(clock() - waitingSince),
    size: () => lines.size,
    dropped: () => lines.dropped,
  };
}
