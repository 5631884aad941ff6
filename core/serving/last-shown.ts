/** What each user was shown last, as far as this instance remembers: best effort, for variety only. */
export interface LastShown {
  readonly of: (userKey: string) => string | undefined;
  readonly note: (userKey: string, creativeId: string) => void;
}

/** Users that are remembered; the one who was shown nothing for the longest time is forgotten first. */
const maxUsers = 20_000;

export function createLastShown(): LastShown {
  const creativeIds = new Map<string, string>();
  return {
    of: (userKey) => creativeIds.get(userKey),
    note: (userKey, creativeId) => {
      creativeIds.delete(userKey);
      const [oldest] = creativeIds.keys();
      if (creativeIds.size >= maxUsers && oldest !== undefined) creativeIds.delete(oldest);
      creativeIds.set(userKey, creativeId);
    },
  };
}
