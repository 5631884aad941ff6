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
/** As many as there are campaigns may be issued between two calls. */
const maxLines = 100_000;

/** Lines that differ only in what was shown. */
interface Place {
  readonly shared: Omit<Count, "campaignId" | "creativeId" | "topicId" | "n">;
  readonly lines: Map<string, Line>;
}

type Line = Pick<Count, "campaignId" | "creativeId" | "topicId"> & { n: number };

export function createCounter(clock: Clock): Counter {
  // In two steps: places are few and lines many, and a line's key is then short.
  let places = new Map<string, Place>();
  let size = 0;

  const placeOf = (happening: Happening): Place => {
    const hour = Math.floor(clock() / hourMs) * hourMs;
    const { metric, reason = "", platformId = "", placement = "", format = "", language = "" } = happening;
    const key = `${hour}\0${metric}\0${reason}\0${platformId}\0${placement}\0${format}\0${language}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const shared = { hour, metric, reason, platformId, placement, format, language };
    const place: Place = { shared, lines: new Map() };
    // A place without a line takes room as well.
    if (size < maxLines) places.set(key, place);
    return place;
  };
  return {
    add: (happening) => {
      const { campaignId = "", creativeId = "", topicId = "" } = happening;
      const { lines } = placeOf(happening);
      let key = topicId === "" ? creativeId : `${creativeId}\0${topicId}`;
      let line = lines.get(key);
      if (line !== undefined && line.campaignId !== campaignId) {
        // A creative has one campaign, so this one was moved within the hour.
        key = `${creativeId}\0${topicId}\0${campaignId}`;
        line = lines.get(key);
      }
      if (line !== undefined) line.n += 1;
      else if (size < maxLines) {
        lines.set(key, { campaignId, creativeId, topicId, n: 1 });
        size += 1;
      }
    },
    take: () => {
      const taken = [...places.values()].flatMap(({ shared, lines }) =>
        Array.from(lines.values(), (line) => ({ ...shared, ...line })),
      );
      places = new Map();
      size = 0;
      return taken;
    },
  };
}
