import { expect, it } from "vitest";
import { type CatalogIndex, indexCatalog } from "../../core/catalog/catalog-index.ts";
import { planInSteps } from "../../core/planning/plan.ts";
import { parseAgainst, parseCatalog } from "../../core/planning/schema.ts";
import { runSync } from "../../core/timing/cooperative-task.ts";

/** A map that allows lookups, and throws when it is iterated. */
class Unwalked<T> extends Map<string, T> {
  override entries(): never {
    throw new Error("All campaigns were walked.");
  }
  override keys(): never {
    return this.entries();
  }
  override values(): never {
    return this.entries();
  }
  override [Symbol.iterator](): never {
    return this.entries();
  }
  override forEach(): never {
    return this.entries();
  }
}

function unwalked<T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const made = new Unwalked<T>();
  for (const [id, value] of map) made.set(id, value);
  return made;
}

const declared = {
  publishers: [{ id: "north", name: "North" }],
  platforms: [
    {
      id: "pf_shop",
      publisherId: "north",
      name: "Shop",
      revenueShareBps: 5_000,
      allowedOrigins: [],
      placements: ["side"],
    },
  ],
  campaigns: [
    { id: "one", advertiser: "A", name: "One", priceMicros: 1, totalBudgetMicros: 10, placements: ["side"] },
    { id: "two", advertiser: "A", name: "Two", priceMicros: 1, totalBudgetMicros: 10 },
  ],
};

function stored(): CatalogIndex {
  const parsed = parseCatalog(declared);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const { campaigns, creatives, ...rest } = indexCatalog(parsed.catalog);
  return { ...rest, campaigns: unwalked(campaigns), creatives: unwalked(creatives) };
}

function planOf(document: unknown) {
  const index = stored();
  const next = parseAgainst(document, index);
  if (!next.ok) throw new Error(JSON.stringify(next.issues));
  return runSync(planInSteps(index, next.catalog, { prune: false })).changes;
}

it("a change of one object reads only the objects that it names, with any number of campaigns", () => {
  const [campaign] = declared.campaigns;
  expect(planOf({ campaigns: [campaign] })).toEqual([]);
  expect(planOf({ campaigns: [{ ...campaign, name: "Another" }] })).toMatchObject([
    { kind: "campaign", id: "one", action: "update", fields: [{ path: "name", to: "Another" }] },
  ]);
  expect(planOf({ platforms: declared.platforms })).toEqual([]);
  const creative = {
    id: "cr",
    campaignId: "two",
    format: "text",
    language: "en",
    disclosure: { text: "Ad" },
    scenes: [{ id: "start", blocks: [{ kind: "text", text: "Words." }] }],
  };
  expect(planOf({ creatives: [creative] })).toMatchObject([{ kind: "creative", action: "create" }]);
});

it("references to missing objects are found all the same", () => {
  const [campaign] = declared.campaigns;
  const refused = parseAgainst(
    { campaigns: [{ ...campaign, platforms: ["pf_nowhere"], placements: ["side", "elsewhere"] }] },
    stored(),
  );
  expect(refused.ok ? [] : refused.issues.map(({ path }) => path)).toEqual([
    "campaigns[0].platforms[0]",
    "campaigns[0].placements[1]",
  ]);
});

it("a large catalogue is compared in pieces", () => {
  const campaigns = Array.from({ length: 1_000 }, (_, n) => ({ ...declared.campaigns[1], id: `c${n}` }));
  const next = parseAgainst({ campaigns }, stored());
  if (!next.ok) throw new Error(JSON.stringify(next.issues));
  let pieces = 0;
  for (const steps = planInSteps(stored(), next.catalog, { prune: false }); steps.next().done !== true; )
    pieces += 1;
  expect(pieces).toBeGreaterThanOrEqual(10);
});
