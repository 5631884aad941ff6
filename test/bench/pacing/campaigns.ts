import type { Campaign } from "../../../core/catalog/entities.ts";
import type { Store } from "../../../core/storage/store.ts";
import { createPrng } from "../../conformance/prng.ts";
import { apiKey, platformId, publisherId } from "../installation.ts";
import { dayMs, dayStart, even, hourMs } from "./day.ts";

/** A campaign of the simulation and how often its ads are seen. */
export interface Paced {
  readonly campaign: Campaign;
  readonly viewRate: number;
  readonly budgetMicros: number;
  /** When it runs. */
  readonly from: number;
  readonly to: number;
}

const count = 60;

/** 60 campaigns with view rates from 5 to 70 %: daily budgets, total ones, both, some that start late or have hours. */
export function pacedCampaigns(requests: number, seed: number): readonly Paced[] {
  const prng = createPrng(seed + 53);
  return Array.from({ length: count }, (_, index) => {
    const viewRate = 0.05 + (0.65 * index) / (count - 1);
    const priceMicros = 1_000 + prng.below(8_000);
    const size = viewRate < 0.2 ? 1.3 : 2.2 + 3.6 * even(prng);
    const budgetMicros = priceMicros * Math.round((requests / 1_000) * size);
    const kind = kinds[(index * 7) % kinds.length] ?? "daily";
    return { viewRate, budgetMicros, ...shape(`c${index}`, kind, priceMicros, budgetMicros) };
  });
}

const kinds = [
  "daily",
  "daily",
  "daily",
  "total",
  "both",
  "daily",
  "total",
  "noon",
  "daily",
  "hours",
] as const;

function shape(
  id: string,
  kind: (typeof kinds)[number],
  priceMicros: number,
  budgetMicros: number,
): Pick<Paced, "campaign" | "from" | "to"> {
  const from = dayStart + (kind === "noon" ? 12 : kind === "hours" ? 8 : 0) * hourMs;
  const to = dayStart + (kind === "hours" ? 20 * hourMs : dayMs);
  const campaign: Campaign = {
    id,
    advertiser: "An advertiser",
    name: `Campaign ${id}`,
    status: "active",
    priceMicros,
    pacing: "even",
    timeZone: "UTC",
    weight: 1,
    // The simulation ends with the day.
    endsAt: new Date(dayStart + dayMs).toISOString(),
    ...(kind !== "total" && { dailyBudgetMicros: budgetMicros }),
    ...((kind === "total" || kind === "both") && { totalBudgetMicros: budgetMicros }),
    ...((kind === "total" || kind === "noon") && { startsAt: new Date(from).toISOString() }),
    ...(kind === "hours" && { hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: 8, to: 20 }] }),
  };
  return { campaign, from, to };
}

/** The first text of an ad names its campaign. */
export async function install(store: Store, paced: readonly Paced[]): Promise<void> {
  const { version } = await store.readCatalog();
  const applied = await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [{ id: publisherId, name: "A publisher" }],
      platforms: [
        {
          id: platformId,
          publisherId,
          name: "A platform",
          status: "active",
          allowedOrigins: [],
          placements: [],
          revenueShareBps: 7_000,
        },
      ],
      topics: [],
      campaigns: paced.map(({ campaign }) => campaign),
      creatives: paced.map(({ campaign: { id } }) => ({
        versionId: `v-${id}`,
        creative: {
          id: `creative-of-${id}`,
          campaignId: id,
          format: "text",
          language: "en",
          disclosure: { text: "Advertisement" },
          scenes: [{ id: "ad", blocks: [{ kind: "text", text: id }] }],
        },
      })),
    },
    removals: [],
  });
  if (applied.outcome !== "applied") throw new Error(`The catalogue was not applied: ${applied.outcome}`);
  const { id, hash } = apiKey;
  await store.addApiKey({ id, hash, publisherId, mode: "live", label: "Bench", createdAt: 0 });
}
