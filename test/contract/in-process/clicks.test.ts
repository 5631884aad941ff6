import { describe, expect, it } from "vitest";
import { botAnswerOf } from "../answers.ts";
import { campaign, contractCatalog, platformIds, priceMicros } from "../catalog.ts";
import { at, linksOf } from "../client.ts";
import {
  httpLibraries,
  knownLibraries,
  noNavigations,
  noUserAgents,
  prefetches,
  robots,
} from "../everywhere/click.ts";
import type { TargetRequest } from "../target.ts";
import { openWorld } from "../world.ts";

const uncounted: readonly (readonly [reason: string, init: TargetRequest])[] = [
  ["head", { method: "HEAD" }],
  ...prefetches.map((headers) => ["prefetch", { headers }] as const),
  ...[...robots, ...knownLibraries].map((agent) => ["bot", fromAgent(agent)] as const),
  ...noUserAgents.map((agent) => ["no_user_agent", fromAgent(agent)] as const),
  ...httpLibraries.map((agent) => ["http_library", fromAgent(agent)] as const),
  ...noNavigations.map((headers) => ["no_navigation", { headers }] as const),
];

function fromAgent(agent: string): TargetRequest {
  return { headers: { "user-agent": agent } };
}

/** Guarantee 8 in the store. */
describe("§4.5 clicks in the store", () => {
  it.each(uncounted)(
    "§4.5 as %s, %j is counted under its reason and changes no delivery",
    async (reason, init) => {
      const { client, clock, counts, state, writes } = await openWorld();
      const { ad } = await client.issue();
      clock.advance(2_000);
      const before = await state();
      const stored = writes.length;
      await client.click(at(linksOf(ad), 0), init);
      await client.click(at(linksOf(ad), 0), init);
      expect(writes).toHaveLength(stored);
      expect(await state()).toEqual(before);
      const lines = (await counts()).filter(({ metric }) => metric === "uncounted_click");
      expect(lines.map((line) => [line.reason, line.n])).toEqual([[reason, 2]]);
    },
  );
  it("§4.5 only the first click of a delivery is kept", async () => {
    const { client, clock, onlyDelivery } = await openWorld();
    const { ad } = await client.issue();
    await client.click(at(linksOf(ad), 0));
    const first = await onlyDelivery();
    clock.advance(1_000);
    await client.click(at(linksOf(ad), 0));
    expect(await onlyDelivery()).toEqual(first);
  });
  it("§4.5 a forged link is not looked up in the store", async () => {
    const { client, writes } = await openWorld();
    await client.request(`/api/v1/click/${"A".repeat(44)}`);
    expect(writes).toEqual([]);
  });
  it("§3.5 a bot ad's click that finds no money left is recorded unpaid, and still redirects", async () => {
    const small = campaign("open-bot", [platformIds.main], { totalBudgetMicros: priceMicros });
    const { client, deliveries, store } = await openWorld(
      {},
      {
        ...contractCatalog,
        campaigns: [small],
        creatives: contractCatalog.creatives.filter(({ campaignId }) => campaignId === "open-bot"),
      },
    );
    const urls = [];
    for (let index = 0; index < 2; index++) urls.push(botAnswerOf(await client.bot()).ad?.button_url ?? "");
    for (const url of urls) expect((await client.click(url)).status).toBe(302);
    const all = await deliveries();
    expect(all.map(({ clickedAt }) => clickedAt !== undefined)).toEqual([true, true]);
    expect(all.map(({ chargedAt }) => chargedAt !== undefined)).toEqual([true, false]);
    const [ledger] = (await store.auditLedger()).campaigns;
    expect(ledger).toMatchObject({ spentMicros: priceMicros, heldMicros: 0, charges: 1 });
  });
});
