import type { Campaign, CreativeVersion } from "../../../core/catalog/entities.ts";
import { adFormats, type CreativeFormat } from "../../../core/contract/formats.ts";
import type { Slot } from "../../../core/selection/eligibility.ts";
import type { PlatformExclusions } from "../../../core/selection/platform-exclusions.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { createPrng, type Prng } from "../../conformance/prng.ts";
import { noon, slot, version } from "./scenery.ts";

/** Values that meet often and miss often. */
const platforms = ["pf_one", "pf_two", "pf_three", "pf_rare"];
const placements = ["chat", "sidebar", "rare"];
const languages = ["en", "pt", "pt-BR", "pt-PT", "de", "zh-Hant-TW", "zh"];
const topics = ["travel", "food", "music", "rare"];
const advertisers = ["Acme", "Roaster", "Wheels", "Rare"];
const hourMs = 3_600_000;

/** Campaigns and slots that differ in everything that selection looks at; the same for the same seed. */
export interface RandomCatalog {
  readonly prng: Prng;
  readonly campaign: (id: string) => Campaign;
  readonly creatives: (campaignId: string) => readonly CreativeVersion[];
  readonly slot: (now: number) => Slot;
}

export interface RandomCatalogOptions {
  /** Prices are from 0 to below this. */
  readonly prices: number;
}

export function randomCatalog(seed: number, { prices }: RandomCatalogOptions): RandomCatalog {
  const prng = createPrng(seed);
  const chance = (percent: number): boolean => prng.below(100) < percent;
  const some = <T>(items: readonly T[]): readonly T[] => items.filter(() => chance(40));
  const list = <T>(percent: number, items: readonly T[]): readonly T[] | undefined =>
    chance(percent) ? some(items) : undefined;
  const instant = (): string | undefined =>
    chance(15) ? new Date(noon + (prng.below(96) - 48) * hourMs + prng.below(3)).toISOString() : undefined;
  let versions = 0;
  /** Few, so that an index meets the same again. */
  const exclusions: readonly (PlatformExclusions | undefined)[] = [
    undefined,
    undefined,
    ...Array.from({ length: 4 }, () => ({
      advertisers: new Set(chance(70) ? [...some(advertisers), "Nobody"] : []),
      topics: new Set(chance(70) ? some([...topics, "untargeted"]) : []),
    })),
  ];
  return {
    prng,
    campaign: (id) =>
      campaign(id, {
        advertiser: prng.pick(advertisers),
        status: chance(5) ? "paused" : "active",
        priceMicros: prng.below(prices),
        weight: 1 + (chance(30) ? prng.below(20) : 0),
        timeZone: prng.pick(["UTC", "Asia/Kathmandu", "America/New_York"]),
        platforms: list(30, platforms),
        placements: list(30, placements),
        languages: list(20, languages),
        topics: list(30, topics),
        excludedPlatforms: list(20, platforms),
        excludedPlacements: list(10, placements),
        excludedTopics: list(20, topics),
        formats: list(20, adFormats),
        premium: chance(10) ? prng.pick(["only", "never"]) : undefined,
        startsAt: instant(),
        endsAt: instant(),
        hours: chance(15)
          ? [{ days: [1, 2, 3, 4, 5], from: prng.below(12), to: 12 + prng.below(13) }]
          : undefined,
        frequencyCap: chance(20) ? { impressions: 1, window: "day" } : undefined,
      }),
    creatives: (campaignId) =>
      Array.from({ length: prng.below(4) }, (_, index) => {
        versions += 1;
        const format: CreativeFormat = chance(20) ? "bot" : prng.pick(adFormats);
        return {
          ...version(campaignId, { id: `${campaignId}-${index}`, format, language: prng.pick(languages) }),
          versionId: `v${versions}`,
        };
      }),
    slot: (now) => {
      const isBot = chance(15);
      return slot({
        surface: isBot ? "bot" : "web",
        platformId: prng.pick(platforms),
        placement: prng.pick(placements),
        exclusions: exclusions[prng.below(exclusions.length)],
        language: prng.pick([...languages, "fr"]),
        formats: new Set(
          isBot ? ["bot"] : chance(50) ? adFormats : [prng.pick(adFormats), ...some(adFormats)],
        ),
        topics: isBot
          ? []
          : some(topics)
              .map((topicId) => ({ topicId, confidence: 0.5 + prng.below(51) / 100 }))
              .sort((a, b) => b.confidence - a.confidence),
        isPremium: isBot && chance(50),
        hasIdentity: chance(70),
        now: now + prng.below(3),
      });
    },
  };
}
