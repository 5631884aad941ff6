import type { Campaign, CreativeVersion } from "../../../core/catalog/entities.ts";
import { type AdFormat, adFormats } from "../../../core/contract/formats.ts";
import type { Slot } from "../../../core/selection/eligibility.ts";
import { createPrng, type Prng } from "../../conformance/prng.ts";

/** A catalogue of any size with mixed targeting, and requests that meet it. The same for the same size. */
export interface MixedCampaigns {
  readonly campaigns: ReadonlyMap<string, Campaign>;
  readonly creatives: ReadonlyMap<string, CreativeVersion>;
}

/** Noon in UTC, Wednesday 2026-03-04. */
export const benchNow: number = Date.UTC(2026, 2, 4, 12);

const dayMs = 86_400_000;
const languages = ["en", "de", "fr", "es", "pt", "pt-BR", "ja", "tr", "it", "pl", "nl", "zh"] as const;

/**
 * 3 in 10 campaigns are for one to three of 200 platforms, as many for some of 150 topics; 2 in 10 for a placement; 4 in
 * 10 for languages; 1 in 10 for some formats; 1 in 10 has hours of the week, 2 in 10 a start or an end.
 */
export function mixedCampaigns(size: number): MixedCampaigns {
  const prng = createPrng(size);
  const chance = (percent: number): boolean => prng.below(100) < percent;
  const campaigns = new Map<string, Campaign>();
  const creatives = new Map<string, CreativeVersion>();
  for (let index = 0; index < size; index++) {
    // Joined, so that the letters of an id lie in a row, as in any id that was read from a store.
    const id = ["campaign", index].join("-");
    const language = languageOf(prng);
    const format: AdFormat = prng.pick(adFormats);
    campaigns.set(id, {
      id,
      advertiser: "An advertiser",
      name: "A campaign",
      status: "active",
      priceMicros: 500 + prng.below(20_000),
      pacing: "asap",
      timeZone: "Europe/Berlin",
      weight: 1 + prng.below(3),
      platforms: chance(30) ? list(prng, 3, (n) => `pf_${n % 200}`) : undefined,
      topics: chance(30) ? list(prng, 2, (n) => `topic-${n % 150}`) : undefined,
      placements: chance(20) ? list(prng, 2, (n) => `placement-${n % 20}`) : undefined,
      languages: chance(40) ? [language] : undefined,
      formats: chance(10) ? [format, prng.pick(adFormats)] : undefined,
      hours: chance(10) ? [{ days: [1, 2, 3, 4, 5], from: 8, to: 20 }] : undefined,
      startsAt: chance(10) ? new Date(benchNow + (prng.below(60) - 50) * dayMs).toISOString() : undefined,
      endsAt: chance(10) ? new Date(benchNow + (prng.below(60) - 5) * dayMs).toISOString() : undefined,
    });
    creatives.set(`creative-${index}`, {
      versionId: `version-${index}`,
      creative: { id: `creative-${index}`, campaignId: id, format, language, disclosure: { text: "Ad" } },
    });
  }
  return { campaigns, creatives };
}

/** Requests as they come: some platforms, topics and languages much more often than others. */
export function mixedSlots(count: number): readonly Slot[] {
  const prng = createPrng(count);
  const chance = (percent: number): boolean => prng.below(100) < percent;
  return Array.from({ length: count }, (_, index) => ({
    surface: "web",
    platformId: `pf_${Math.min(prng.below(200), prng.below(200))}`,
    placement: chance(70) ? "chat" : `placement-${prng.below(20)}`,
    exclusions: undefined,
    language: languageOf(prng),
    formats: new Set(chance(60) ? adFormats : [prng.pick(adFormats), prng.pick(adFormats)]),
    topics: chance(50)
      ? [
          {
            topicId: `topic-${Math.min(prng.below(150), prng.below(150))}`,
            confidence: 0.5 + prng.below(50) / 100,
          },
        ]
      : [],
    isPremium: false,
    hasIdentity: true,
    now: benchNow + index,
  }));
}

function list(prng: Prng, most: number, value: (n: number) => string): readonly string[] {
  return Array.from({ length: 1 + prng.below(most) }, () => value(prng.below(1_000_000)));
}

/** Half of all in English. */
function languageOf(prng: Prng): string {
  return prng.below(2) === 0 ? "en" : prng.pick(languages);
}
