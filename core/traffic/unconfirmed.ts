import { Lru } from "../lru.ts";

/** How many ads each visitor was issued since the last one that was confirmed, as far as this instance remembers. */
export interface UnconfirmedAds {
  readonly of: (userKey: string) => number;
  /** An ad was issued that a view could confirm: on the web, with a price. */
  readonly noteIssued: (userKey: string) => void;
  /** A view, press or click was recorded. */
  readonly noteConfirmed: (userKey: string) => void;
}

/** Visitors that are remembered; at least half of them, who came last. */
const maxVisitors = 50_000;

/** Remembers visitors without a confirmed ad, in bounded memory. */
export function createUnconfirmedAds(): UnconfirmedAds {
  const visitors = new Lru<{ ads: number }>(maxVisitors);
  return {
    of: (userKey) => visitors.get(userKey)?.ads ?? 0,
    noteIssued: (userKey) => {
      const known = visitors.get(userKey);
      if (known === undefined) visitors.set(userKey, { ads: 1 });
      else known.ads += 1;
    },
    noteConfirmed: (userKey) => {
      const known = visitors.get(userKey);
      if (known !== undefined) known.ads = 0;
    },
  };
}
