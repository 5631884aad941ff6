import type { Campaign } from "../catalog/entities.ts";
import { Lru } from "../lru.ts";
import type { EpochMs } from "../timing/clock.ts";

/**
 * Campaigns whose frequency cap recently refused a user, as far as this instance remembers: best effort, so that a user who
 * has seen many ads is not offered the same ones again and again. The store enforces the caps.
 */
export interface RecentCapRefusals {
  readonly of: (userKey: string, now: EpochMs) => readonly string[];
  readonly note: (userKey: string, campaign: Campaign, now: EpochMs) => void;
}

/** The most users to remember. At least the half with the latest refusals stays. */
const maxUsers = 4_000;
/** The most campaigns to remember for each user: the latest ones. */
const maxCampaigns = 256;
/** A cap may have room again sooner than its window ends, when an ad expires unseen. */
const partOfWindow = 1 / 20;
const longestMs = 600_000;

export function createRecentCapRefusals(): RecentCapRefusals {
  const users = new Lru<Map<string, EpochMs>>(maxUsers);
  return {
    of: (userKey, now) => {
      const campaigns = users.get(userKey);
      if (campaigns === undefined) return [];
      for (const [id, until] of campaigns) if (until <= now) campaigns.delete(id);
      return [...campaigns.keys()];
    },
    note: (userKey, { id, frequencyCap }, now) => {
      const campaigns = users.get(userKey) ?? new Map<string, EpochMs>();
      users.set(userKey, campaigns);
      campaigns.delete(id);
      const { window = 0 } = frequencyCap ?? {};
      campaigns.set(id, now + (window === "day" ? longestMs : Math.min(window * partOfWindow, longestMs)));
      const [oldest] = campaigns.keys();
      if (oldest !== undefined && campaigns.size > maxCampaigns) campaigns.delete(oldest);
    },
  };
}
