import type { Count, CountField } from "../storage.ts";
import type { Clock } from "../timing/clock.ts";

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
const maxLines = 10_000;

export function createCounter(clock: Clock): Counter {
  let lines = new Map<string, { -readonly [Field in keyof Count]: Count[Field] }>();
  return {
    add: (happening) => {
      const hour = Math.floor(clock() / hourMs) * hourMs;
      const { metric, reason = "", platformId = "", placement = "", format = "", language = "" } = happening;
      const { campaignId = "", creativeId = "", topicId = "" } = happening;
      const where = `${platformId}\0${placement}\0${format}\0${language}`;
      const key = `${hour}\0${metric}\0${reason}\0${where}\0${campaignId}\0${creativeId}\0${topicId}`;
      const line = lines.get(key);
      if (line !== undefined) line.n += 1;
      else if (lines.size < maxLines) {
        const fields = { hour, metric, reason, platformId, placement, format, language };
        lines.set(key, { ...fields, campaignId, creativeId, topicId, n: 1 });
      }
    },
    take: () => {
      const taken = [...lines.values()];
      lines = new Map();
      return taken;
    },
  };
}
