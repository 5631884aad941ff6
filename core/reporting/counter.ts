import type { Count } from "../storage.ts";
import type { Clock } from "../timing/clock.ts";

/** What happened, without whom it happened to. */
export type Happening = Omit<Count, "hour" | "n">;

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
      const { metric, reason, platformId, placement, format, language } = happening;
      const key = [hour, metric, reason, platformId, placement, format, language].join("\0");
      const line = lines.get(key);
      if (line !== undefined) line.n += 1;
      else if (lines.size < maxLines) lines.set(key, { ...happening, hour, n: 1 });
    },
    take: () => {
      const taken = [...lines.values()];
      lines = new Map();
      return taken;
    },
  };
}
