import { Lru } from "../lru.ts";

/** The last creative of each user, as far as this instance remembers: best effort, for variety only. */
export interface LastImpression {
  readonly of: (userKey: string) => string | undefined;
  /** Does nothing for the empty key of requests without an identity. */
  readonly note: (userKey: string, creativeId: string) => void;
}

/** The most users to remember. At least the half with the latest impressions stays. */
const maxUsers = 20_000;

export function createLastImpression(): LastImpression {
  const creativeIds = new Lru<string>(maxUsers);
  return {
    of: (userKey) => creativeIds.get(userKey),
    note: (userKey, creativeId) => {
      if (userKey !== "") creativeIds.set(userKey, creativeId);
    },
  };
}
