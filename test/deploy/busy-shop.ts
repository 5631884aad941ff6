import type { Catalog } from "../../core/mod.ts";
import { createApiKey, systemRandom } from "../../core/mod.ts";
import { parseCatalog } from "../../core/planning/mod.ts";
import type { Store } from "../../core/storage/store.ts";
import { plant } from "../runtimes/seed.ts";

export const platformId = "pf_busy";
export const scarce = { id: "scarce", priceMicros: 3_000, totalBudgetMicros: 400_000 };
export const ample = { id: "ample", priceMicros: 1_000, totalBudgetMicros: 1_000_000_000 };

/** A platform with two campaigns of every kind of ad: the dear one's budget is soon spent. The API key. */
export async function openBusyShop(store: Store): Promise<string> {
  const { key, id, hash } = createApiKey("live", systemRandom);
  const record = { id, hash, publisherId: "busy", mode: "live" as const, label: "tests", createdAt: 0 };
  await plant(store, { catalog: busyCatalog(), apiKeys: [record] });
  return key;
}

export function busyCatalog(): Catalog {
  const landingUrl = "https://shop.example/";
  const link = { kind: "buttons", buttons: [{ label: "Look", landingUrl }] };
  const ask = { kind: "buttons", buttons: [{ label: "Yes", goto: "end", answer: "yes" }] };
  const text = { kind: "text", text: "New" };
  const parsed = parseCatalog({
    publishers: [{ id: "busy", name: "Busy" }],
    platforms: [{ id: platformId, publisherId: "busy", name: "Busy", revenueShareBps: 7_000 }],
    campaigns: [scarce, ample].map((one) => ({ ...one, advertiser: "Somebody", name: one.id })),
    creatives: [scarce, ample].flatMap(({ id: campaignId }) => {
      const common = { campaignId, language: "en", disclosure: { text: "Ad" } };
      return [
        {
          ...common,
          id: `${campaignId}-text`,
          format: "text",
          scenes: [{ id: "one", blocks: [text, link] }],
        },
        {
          ...common,
          id: `${campaignId}-quiz`,
          format: "quiz",
          scenes: [
            { id: "one", blocks: [text, ask] },
            { id: "end", blocks: [text] },
          ],
        },
        {
          ...common,
          id: `${campaignId}-bot`,
          format: "bot",
          bot: { text: "New", buttonText: "Look", landingUrl },
        },
      ];
    }),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.catalog;
}
