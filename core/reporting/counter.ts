import type { Count, CountField } from "../storage.ts";
import type { Clock } from "../timing/clock.ts";
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
}

const hourMs = 3_600_000;
/** As many as there are campaigns may be issued between two calls. */
const maxLines = 100_000;

export function createCounter(clock: Clock): Counter {
  const lines = new CountLines(maxLines);
  return {
    add: (happening) => {
      const hour = Math.floor(clock() / hourMs) * hourMs;
      const { metric, reason = "", publisherId = "", platformId = "", placement = "" } = happening;
      const { apiKeyId = "", format = "", language = "" } = happening;
      const { advertiser = "", campaignId = "", creativeId = "", topicId = "" } = happening;
      const place = { hour, metric, reason, publisherId, platformId, placement, apiKeyId, format, language };
      lines.add(place, { advertiser, campaignId, creativeId, topicId }, 1);
    },
    take: () => {
      const taken = [...lines.read()];
      lines.clear();
      return taken;
    },
  };
}
