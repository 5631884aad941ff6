/** A small catalogue document as an operator would write it: one of everything. Fresh at every call. */
export function smallCatalog(): SmallCatalog {
  return {
    publishers: [{ id: "acme", name: "Acme Apps" }],
    platforms: [
      {
        id: "pf_shop",
        publisherId: "acme",
        name: "Shop assistant",
        allowedOrigins: ["https://shop.example"],
        placements: ["sidebar"],
        revenueShareBps: 7_000,
      },
    ],
    topics: [{ id: "shoes", name: "Shoes", phrases: { en: ["running shoes"] } }],
    campaigns: [
      {
        id: "spring",
        advertiser: "Stride & Co",
        name: "Spring",
        priceMicros: 2_000,
        totalBudgetMicros: 5_000_000,
        languages: ["en"],
        platforms: ["pf_shop"],
        placements: ["chat", "sidebar"],
        topics: ["shoes"],
        frequencyCap: { impressions: 3, window: "day" },
      },
      { id: "house", advertiser: "Acme", name: "House", priceMicros: 0 },
    ],
    creatives: [
      {
        id: "spring-text",
        campaignId: "spring",
        format: "text",
        language: "en",
        disclosure: { text: "Ad" },
        scenes: [
          {
            id: "start",
            blocks: [
              { kind: "text", text: "New shoes" },
              { kind: "buttons", buttons: [{ label: "Look", landingUrl: "https://stride.example/" }] },
            ],
          },
        ],
      },
      {
        id: "spring-quiz",
        campaignId: "spring",
        format: "quiz",
        language: "en",
        disclosure: { text: "Ad", url: "https://stride.example/why" },
        scenes: [
          {
            id: "question",
            blocks: [
              { kind: "text", text: "Road or trail?" },
              {
                kind: "buttons",
                buttons: [
                  { label: "Road", goto: "end", answer: "road" },
                  { label: "Trail", goto: "end", answer: "trail" },
                ],
              },
            ],
          },
          { id: "end", blocks: [{ kind: "text", text: "Thank you" }] },
        ],
      },
      {
        id: "spring-bot",
        campaignId: "spring",
        format: "bot",
        language: "en",
        disclosure: { text: "Ad" },
        bot: { text: "New shoes", buttonText: "Look", landingUrl: "https://stride.example/" },
      },
    ],
  };
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Entity = { [key: string]: Json };
export interface SmallCatalog {
  publishers: Entity[];
  platforms: Entity[];
  topics: Entity[];
  campaigns: Entity[];
  creatives: Entity[];
}

/** The document with one value replaced, or removed with `undefined`; missing objects on the way are made. */
export function withValue(path: readonly (string | number)[], value: unknown): unknown {
  const document: unknown = structuredClone(smallCatalog());
  let target: unknown = document;
  for (const key of path.slice(0, -1)) {
    const next: unknown = Reflect.get(Object(target), key);
    if (next === undefined) Reflect.set(Object(target), key, {});
    target = Reflect.get(Object(target), key);
  }
  const last = path.at(-1) ?? "";
  if (value === undefined) Reflect.deleteProperty(Object(target), last);
  else Reflect.set(Object(target), last, value);
  return document;
}
