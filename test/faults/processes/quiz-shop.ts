import { createApiKey, systemRandom } from "../../../core/mod.ts";
import type { Store } from "../../../core/storage/store.ts";
import {
  campaign,
  creativeVersion,
  platform,
  platformId,
  publisher,
  publisherId,
} from "../../conformance/fixtures.ts";

export { platformId };

export const campaignId = "quiz-campaign";
export const priceMicros = 1_000;

/** A publisher with one platform, and one campaign whose quiz can be pressed. The API key. */
export async function openQuizShop(store: Store, totalBudgetMicros: number): Promise<string> {
  const base = creativeVersion(campaignId);
  const creative = {
    ...base.creative,
    format: "quiz" as const,
    scenes: [
      {
        id: "ask",
        blocks: [{ kind: "buttons" as const, buttons: [{ label: "A", goto: "end", answer: "a" }] }],
      },
      { id: "end", blocks: [{ kind: "text" as const, text: "Thank you" }] },
    ],
  };
  const { version } = await store.readCatalog();
  const applied = await store.applyCatalog({
    expectedVersion: version,
    removals: [],
    upserts: {
      publishers: [publisher()],
      platforms: [platform()],
      campaigns: [campaign(campaignId, { priceMicros, totalBudgetMicros })],
      creatives: [{ versionId: base.versionId, creative }],
      topics: [],
    },
  });
  if (applied.outcome !== "applied") throw new Error(`The catalogue was not applied: ${applied.outcome}`);
  const { key, id, hash } = createApiKey("live", systemRandom);
  await store.addApiKey({ id, hash, publisherId, mode: "live", label: "tests", createdAt: 0 });
  return key;
}
