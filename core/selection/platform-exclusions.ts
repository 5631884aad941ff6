import type { Campaign, Platform } from "../catalog/entities.ts";
import type { CreativeFormat } from "../contract/formats.ts";

/** The campaigns that a platform excludes. The index caches by the object, so there is one for each state of a platform. */
export interface PlatformExclusions {
  /** Names of advertisers. */
  readonly advertisers: ReadonlySet<string>;
  /** Ids of topics. */
  readonly topics: ReadonlySet<string>;
}

const known = new WeakMap<Platform, PlatformExclusions>();

/** The exclusions of a platform; `undefined`: it excludes no campaign. The same object for the same state of the platform. */
export function exclusionsOf(platform: Platform): PlatformExclusions | undefined {
  const { excludedAdvertisers, excludedTopics } = platform;
  if (excludedAdvertisers === undefined && excludedTopics === undefined) return undefined;
  const found = known.get(platform);
  if (found !== undefined) return found;
  const exclusions = { advertisers: new Set(excludedAdvertisers), topics: new Set(excludedTopics) };
  known.set(platform, exclusions);
  return exclusions;
}

/** Whether a campaign has an excluded advertiser or targets an excluded topic. */
export function isExcluded(
  { advertiser, topics }: Campaign,
  exclusions: PlatformExclusions | undefined,
): boolean {
  if (exclusions === undefined) return false;
  return exclusions.advertisers.has(advertiser) || topics?.some((id) => exclusions.topics.has(id)) === true;
}

/** The accepted formats that the platform does not exclude; the same set when it excludes none. */
export function allowedFormats(
  accepted: ReadonlySet<CreativeFormat>,
  { excludedFormats }: Platform,
): ReadonlySet<CreativeFormat> {
  if (excludedFormats === undefined) return accepted;
  return new Set([...accepted].filter((format) => !excludedFormats.includes(format)));
}
