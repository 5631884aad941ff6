import { createApiKey, type Random, systemRandom } from "../../core/mod.ts";
import type { Store } from "../../core/storage/store.ts";
import {
  apiKey,
  campaign,
  creativeVersion,
  platform,
  platformId,
  publisher,
} from "../conformance/fixtures.ts";

export { platformId };

/** The campaigns of the torture: their prices never change, so that each charge is known beforehand. */
export const prices: Readonly<Record<string, number>> = {
  plain: 1_000,
  daily: 1_000,
  capped: 1_500,
  tight: 1_000,
  house: 0,
};

/** A user gets so many ads of the campaign `capped` in a day. */
export const cap = 2;

/** What the campaign `tight` can pay for at the beginning. */
export const tightViews = 5;

/** The budgets of the beginning. `plain` and `tight` have a total budget, `daily` a daily one. */
export const firstBudgets: Readonly<Record<string, number>> = {
  plain: 1_000_000,
  daily: 1_000_000,
  capped: 1_000_000_000_000,
  tight: tightViews * 1_000,
};

const landing = "https://advertiser.example/";

/** Fills an empty store: one publisher with one platform, and campaigns with quizzes that can be pressed and clicked. Returns a key. */
export async function openShop(
  store: Store,
  budgets: Readonly<Record<string, number>> = firstBudgets,
  random: Random = systemRandom,
): Promise<string> {
  const common = { weight: 1, placements: ["chat"] };
  const campaigns = [
    campaign("plain", { ...common, priceMicros: 1_000, totalBudgetMicros: budgets["plain"] }),
    campaign("daily", { ...common, priceMicros: 1_000, dailyBudgetMicros: budgets["daily"] }),
    campaign("capped", {
      ...common,
      priceMicros: 1_500,
      totalBudgetMicros: budgets["capped"],
      frequencyCap: { impressions: cap, window: "day" },
    }),
    campaign("tight", {
      placements: ["tight"],
      priceMicros: 1_000,
      totalBudgetMicros: budgets["tight"],
    }),
    campaign("house", { placements: ["sidebar"], priceMicros: 0 }),
  ];
  const { version } = await store.readCatalog();
  const applied = await store.applyCatalog({
    expectedVersion: version,
    removals: [],
    upserts: {
      publishers: [publisher()],
      platforms: [platform({ placements: ["sidebar", "tight"] })],
      campaigns,
      creatives: campaigns.map(({ id }) => ({
        ...creativeVersion(id),
        creative: { ...creativeVersion(id).creative, format: "quiz" as const, scenes: quiz },
      })),
      topics: [],
    },
  });
  if (applied.outcome !== "applied") throw new Error(`The store refused the catalogue: ${applied.outcome}.`);
  const { key, id, hash } = createApiKey("live", random);
  await store.addApiKey(apiKey(id, 0, { hash }));
  return key;
}

const quiz = [
  {
    id: "ask",
    blocks: [
      {
        kind: "buttons" as const,
        buttons: [
          { label: "A", goto: "end", answer: "a" },
          { label: "Visit", landingUrl: landing },
        ],
      },
    ],
  },
  { id: "end", blocks: [{ kind: "text" as const, text: "Thank you" }] },
];
