import { recentTraffic } from "../core/management/quality-traffic.ts";
import { type OpenConsole, operatorToken } from "./open-console.ts";

const word =
  "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaftsversammlungsprotok";

/** An object of each kind with one word of 100 characters as its name and a long id, and traffic of them. */
export async function plantLongNames({ url, store }: OpenConsole): Promise<void> {
  const id = "an-id-that-a-machine-has-made-0123456789-0123456789";
  const platformId = `pf_${id}`;
  const topics = [id];
  const block = { kind: "text", text: word };
  const catalog = {
    publishers: [{ id, name: word }],
    platforms: [{ id: platformId, publisherId: id, name: word, allowedOrigins: [], revenueShareBps: 5_000 }],
    topics: [{ id, name: word, phrases: { en: ["steamboat"] } }],
    campaigns: [
      {
        ...{
          id,
          name: word,
          advertiser: word,
          topics,
          priceMicros: 123_456,
          totalBudgetMicros: 9_876_543_210_000,
        },
        ...{ dailyBudgetMicros: 1_234_567_890_000, timeZone: "UTC" },
      },
      { id: `${id}-idle`, name: word, advertiser: word, priceMicros: 0 },
    ],
    creatives: [
      {
        ...{ id, campaignId: id, format: "text", language: "en", disclosure: { text: "Ad" } },
        scenes: [{ id: "start", blocks: [block] }],
      },
    ],
  };
  const answer = await fetch(`${url}/api/v1/manage/catalog/apply`, {
    method: "POST",
    headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ catalog }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const of = {
    publisherId: id,
    platformId,
    campaignId: id,
    advertiser: word,
    creativeId: id,
    format: "text",
  };
  const hours = Array.from({ length: 20 }, () => recentTraffic({ ...of, placement: "chat", clicks: 90 }));
  await store.addCounts(hours.flat());
}
