import type { Campaign, Catalog, Creative, Scene, SceneBlock } from "../../core/catalog/entities.ts";
import type { Topic } from "../../core/catalog/topic.ts";
import { type AdFormat, adFormats } from "../../core/contract/formats.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import type { Store } from "../../core/storage/store.ts";
import { createPrng } from "../conformance/prng.ts";
import { apiKey, origin, platformId, publisherId } from "./installation.ts";

/**
 * `mixed`: the six formats, some with a topic or a cap. A number: this many equal campaigns. `targeted`: this many
 * of one format, half of them for some requests only, each with a price of its own or all with one.
 */
export type CatalogSize = "mixed" | number | { readonly targeted: number; readonly prices: Prices };
export type Prices = "own" | "one";

/** A sum that no bench can spend. */
const budgetMicros = 4_000_000_000_000_000;
export const priceMicros = 2_000;

export async function installCatalog(store: Store, size: CatalogSize): Promise<void> {
  const { version, catalog } = await store.readCatalog();
  const { upserts, removals } = planCatalog(catalog, benchCatalog(size), { prune: true });
  const applied = await store.applyCatalog({ expectedVersion: version, upserts, removals });
  if (applied.outcome !== "applied")
    throw new Error(`The bench catalogue was not applied: ${applied.outcome}`);
  const { id, hash } = apiKey;
  await store.addApiKey({ id, hash, publisherId, mode: "live", label: "Bench", createdAt: 0 });
}

export function benchCatalog(size: CatalogSize): Catalog {
  const campaigns = campaignsOf(size);
  return {
    publishers: [{ id: publisherId, name: "A publisher" }],
    platforms: [
      {
        id: platformId,
        publisherId,
        name: "A platform",
        status: "active",
        allowedOrigins: ["https://shop.example", origin],
        placements: ["sidebar"],
        revenueShareBps: 7_000,
      },
    ],
    topics,
    campaigns,
    creatives: campaigns.map((item, index) =>
      asRead(creative(item, adFormats[size === "mixed" ? index % 6 : 0] ?? "text")),
    ),
  };
}

/** As it is read from a file or a store: no part of it belongs to anything else. */
function asRead<T>(value: T): T {
  const read: T = JSON.parse(JSON.stringify(value));
  return read;
}

function campaignsOf(size: CatalogSize): readonly Campaign[] {
  if (size === "mixed") return mixedCampaigns();
  if (typeof size === "number")
    return Array.from({ length: size }, (_, index) => campaign(`campaign-${index}`));
  const prng = createPrng(size.targeted);
  return Array.from({ length: size.targeted }, (_, index) => {
    const price = size.prices === "one" ? {} : { priceMicros: 500 + prng.below(20_000) };
    return campaign(`campaign-${index}`, { ...targetings[index % targetings.length], ...price });
  });
}

/** Of ten campaigns five are for everyone. */
const targetings: readonly Partial<Campaign>[] = [
  {},
  { languages: ["en"] },
  {},
  { platforms: [platformId, "pf_another"] },
  {},
  { placements: ["sidebar"] },
  {},
  { topics: ["travel", "baking"] },
  {},
  { frequencyCap: { impressions: 1_000, window: 3_600_000 } },
];

function campaign(id: string, fields: Partial<Campaign> = {}): Campaign {
  return {
    id,
    advertiser: "An advertiser",
    name: `Campaign ${id}`,
    status: "active",
    priceMicros,
    totalBudgetMicros: budgetMicros,
    dailyBudgetMicros: budgetMicros,
    pacing: "asap",
    timeZone: "Europe/Berlin",
    weight: 1,
    ...fields,
  };
}

/** 24 campaigns: of each format two open to all, one with a topic, and one with a frequency cap. */
function mixedCampaigns(): readonly Campaign[] {
  return Array.from({ length: 24 }, (_, index) => {
    const kind = Math.floor(index / 6);
    if (kind < 2) return campaign(`open-${index}`, { languages: ["en"], weight: index + 1 });
    if (kind === 2)
      return campaign(`topic-${index}`, { topics: [topics[index % 6]?.id ?? ""], priceMicros: 6_000 });
    return campaign(`capped-${index}`, { frequencyCap: { impressions: 20, window: 3_600_000 } });
  });
}

function creative({ id }: Campaign, format: AdFormat): Creative {
  return {
    id: `creative-of-${id}`,
    campaignId: id,
    format,
    language: "en",
    disclosure: { text: "Advertisement by An advertiser", url: "https://advertiser.example/about-this-ad" },
    scenes: scenesOf(format),
  };
}

const title: SceneBlock = { kind: "text", text: "Four days on foot, hut to hut", role: "title" };
const body: SceneBlock = {
  kind: "text",
  text: "Small groups, your luggage travels ahead, and dinner waits.",
  role: "body",
};
const picture: SceneBlock = {
  kind: "media",
  media_type: "image",
  url: "https://cdn.advertiser.example/pictures/hut-to-hut-1200.jpg",
  alt: "A path between green hills",
  width: 1_200,
  height: 628,
};
const link: SceneBlock = {
  kind: "buttons",
  buttons: [
    { label: "Pick a trail", style: "primary", landingUrl: "https://advertiser.example/hut-to-hut?from=ad" },
  ],
};

function scenesOf(format: AdFormat): readonly Scene[] {
  if (format === "text" || format === "response") return [{ id: "ad", blocks: [title, body, link] }];
  if (format === "image") return [{ id: "ad", blocks: [picture, link] }];
  if (format === "card") return [{ id: "ad", blocks: [picture, title, body, link] }];
  const answers: SceneBlock = {
    kind: "buttons",
    buttons: [
      { label: "Yes, please", goto: "end", answer: "yes" },
      { label: "No, thanks", goto: "end", answer: "no" },
    ],
  };
  return [
    { id: "ask", blocks: [title, answers] },
    { id: "end", blocks: [body, link] },
  ];
}

const topics: readonly Topic[] = [
  ["travel", "hotel", "old harbour", "nights in", "city break"],
  ["running", "running shoes", "marathon", "half marathon"],
  ["baking", "bake bread", "yeast", "sourdough", "flour"],
  ["music", "piano", "violin", "sheet music"],
  ["banking", "savings account", "interest rate", "mortgage"],
  ["gardening", "raised bed", "compost", "tomato plants"],
].map(([id = "", ...phrases]) => ({ id, name: id, phrases: { en: phrases } }));
