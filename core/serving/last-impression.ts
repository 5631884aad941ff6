import { Lru } from "../lru.ts";

/** What each user was shown last, as far as this instance remembers: best effort, for variety only. */
export interface LastImpression {
  readonly of: (userKey: string) => string | undefined;
  readonly note: (userKey: string, creativeId: string) => void;
}

/** Users that are remembered; at least half of them, who were shown something last. */
const maxUsers = 20_000;

export function createLastShown(): LastImpression {
  const creativeIds = new Lru<string>(maxUsers);
  return {
    of: (userKey) => creativeIds.get(userKey),
    note: (userKey, creativeId) => creativeIds.set(userKey, creativeId),
  };
}
