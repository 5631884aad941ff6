import type { Count, CountField } from "../storage/counts.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { CountLines } from "./count-lines.ts";

/** What happened, without whom it happened to. A field that is left out is empty. */
export type Happening = Pick<Count, "metric"> & {
  readonly [Field in Exclude<CountField, "hour" | "metric">]?: Count[Field] | undefined;
};

/** Adds up happenings in memory until they are taken to the store. Bounded: past the bound new lines are dropped. */
export interface Counter {
  readonly add: (happening: Happening) => void;
  /** All lines since the last call. */
  readonly take: () => readonly Count[];
  /** Counts lines again that were taken and could not be stored, in their own hour. */
  readonly putBack: (lines: readonly Count[]) => void;
  /** For how many milliseconds the oldest line has waited; `undefined` when there is none. */
  readonly waitedMs: () => number | undefined;
}

const hourMs = 3_600_000;
/** As many as there are campaigns may be issued between two calls. */
const maxLines = 100_000;

export function createCounter(clock: Clock): Counter {
  const lines = new CountLines(maxLines);
  let waitingSince: EpochMs | undefined;
  return {
    add: (happening) => {
      const now = clock();
      waitingSince ??= now;
      const hour = Math.floor(now / hourMs) * hourMs;
      const { metric, reason = "", publisherId = "", platformId = "", placement = "" } = happening;
      const { apiKeyId = "", format = "", language = "" } = happening;
      const { advertiser = "", campaignId = "", creativeId = "", topicId = "" } = happening;
      const place = { hour, metric, reason, publisherId, platformId, placement, apiKeyId, format, language };
      lines.add(place, { advertiser, campaignId, creativeId, topicId }, 1);
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
    // A clock that was set back makes nothing younger than it is.
    waitedMs: () => waitingSince && Math.abs(clock() - waitingSince),
  };
}
