import { Lru } from "../lru.ts";

/** The creatives that each user was shown last, as far as this instance remembers: best effort, for variety only. */
export interface RecentCreatives {
  /** At most {@link maxRecent} ids, the latest one last. */
  readonly of: (userKey: string) => readonly string[];
  /** Does nothing for the empty key of requests without an identity. */
  readonly note: (userKey: string, creativeId: string) => void;
}

/** The most creatives to remember for each user. */
export const maxRecent = 16;
/** The most users to remember. At least the half with the latest impressions stays. */
const maxUsers = 20_000;

const none: readonly string[] = [];

export function createRecentCreatives(): RecentCreatives {
  const users = new Lru<string[]>(maxUsers);
  return {
    of: (userKey) => users.get(userKey) ?? none,
    note: (userKey, creativeId) => {
      if (userKey === "") return;
      const known = users.get(userKey);
      if (known === undefined) {
        users.set(userKey, [creativeId]);
        return;
      }
      const before = known.indexOf(creativeId);
      if (before >= 0) known.splice(before, 1);
      else if (known.length >= maxRecent) known.shift();
      known.push(creativeId);
    },
  };
}
