import { Recent } from "./recent.ts";

/** What each user was shown last, as far as this instance remembers: best effort, for variety only. */
export interface LastShown {
  readonly of: (userKey: string) => string | undefined;
  readonly note: (userKey: string, creativeId: string) => void;
}

/** Users that are remembered; at least half of them, who were shown something last. */
const maxUsers = 20_000;

export function createLastShown(): LastShown {
  const creativeIds = new Recent<string>(maxUsers);
  return {
    of: (userKey) => creativeIds.get(userKey),
    note: (userKey, creativeId) => creativeIds.set(userKey, creativeId),
  };
}
