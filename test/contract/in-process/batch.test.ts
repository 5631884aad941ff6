import { describe, expect, it } from "vitest";
import { noAdReasons } from "../../../core/selection/eligibility.ts";
import { adOrNone, adsOf, answersOf, expectProblem } from "../answers.ts";
import { expectBalanced } from "../books.ts";
import { campaign, contractCatalog, platformIds, priceMicros, webCreative } from "../catalog.ts";
import { browser, type Fields, server } from "../client.ts";
import { openWorld, type World } from "../world.ts";

const times = (n: number): readonly Fields[] => Array.from({ length: n }, () => ({}));
const visitor_id = "visitor-0123456789";
const fields = { visitor_id, platform_id: platformIds.empty };
const minuteMs = 60_000;
const off = { unprovenHolds: false } as const;

type CampaignFields = Parameters<typeof campaign>[2];

/** A world whose platform `empty` shows `n` campaigns of one format, and no others. */
function worldOf(n: number, one: CampaignFields = {}, options: Parameters<typeof openWorld>[0] = {}) {
  const ids = Array.from({ length: n }, (_, index) => `slot-${index}`);
  return openWorld(
    { trafficRules: off, ...options },
    {
      ...contractCatalog,
      campaigns: ids.map((id, index) =>
        campaign(id, [platformIds.empty], { priceMicros: priceMicros + index, ...one }),
      ),
      creatives: ids.map((id) => webCreative(id, "text")),
    },
  );
}

const campaignsOf = async ({ deliveries }: World) => (await deliveries()).map(({ campaignId }) => campaignId);
const issuedBy = (answers: ReturnType<typeof answersOf>): number =>
  answers.filter(({ has_ad }) => has_ad).length;

async function countsOf({ counts }: World): Promise<Readonly<Record<string, number>>> {
  const sums: Record<string, number> = {};
  for (const { metric, reason, n } of await counts()) {
    const name = [metric, reason].filter((part) => part !== "").join(" ");
    sums[name] = (sums[name] ?? 0) + n;
  }
  return sums;
}

describe("§4.10 the campaigns of a batch", () => {
  it("differ while there are enough, and come again in turn when there are not", async () => {
    const world = await worldOf(25);
    adsOf(await world.client.batch(times(20), fields));
    expect(new Set(await campaignsOf(world)).size).toBe(20);
    const few = await worldOf(7);
    adsOf(await few.client.batch(times(20), fields));
    const shown = await campaignsOf(few);
    expect(new Set(shown.slice(0, 7)).size).toBe(7);
    expect(shown).toHaveLength(20);
  });
  it("differ from the last 16 that the visitor was shown, in batches and one by one", async () => {
    const world = await worldOf(40);
    adsOf(await world.client.batch(times(16), fields));
    adsOf(await world.client.batch(times(8), fields));
    for (let n = 0; n < 8; n++) expect(adOrNone(await world.client.ads(fields))).toBeDefined();
    const shown = await campaignsOf(world);
    for (let from = 0; from + 17 <= shown.length; from++)
      expect(new Set(shown.slice(from, from + 17)).size).toBe(17);
  });
  it("differ also of a person whose identity is not used", async () => {
    const world = await worldOf(25);
    adsOf(await world.client.batch(times(20), { ...fields, gpc: true }));
    expect(new Set(await campaignsOf(world)).size).toBe(20);
  });
  it("go to the store in one call", async () => {
    const world = await worldOf(25);
    const calls: number[] = [];
    const client = world.reopen({
      store: {
        ...world.store,
        issue: (orders) => {
          calls.push(orders.length);
          return world.store.issue(orders);
        },
      },
    });
    adsOf(await client.batch(times(20), fields));
    expect(calls).toEqual([20]);
  });
});

describe("§4.10 the limits of a batch", () => {
  it("a cap of 1 lets one slot of a batch pass, however many batches race on two instances", async () => {
    const world = await worldOf(1, { frequencyCap: { impressions: 1, window: 86_400_000 } });
    const clients = [world.client, world.reopen({})];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => clients[n % 2]?.batch(times(20), fields)),
    );
    const issued = answers.map((answer) => (answer === undefined ? 0 : issuedBy(answersOf(answer))));
    expect(issued.reduce((sum, n) => sum + n)).toBe(1);
  });
  it("a budget for three views is held by three slots, to the micro", async () => {
    const world = await worldOf(1, { priceMicros, totalBudgetMicros: 3 * priceMicros });
    expect(issuedBy(answersOf(await world.client.batch(times(20), fields)))).toBe(3);
    const audit = await world.store.auditLedger();
    expectBalanced(audit);
    expect(audit.campaigns.find(({ campaignId }) => campaignId === "slot-0")?.heldMicros).toBe(
      3 * priceMicros,
    );
  });
  it("a slot asks on when the store refuses what it was offered", async () => {
    const world = await worldOf(30, { priceMicros, totalBudgetMicros: priceMicros });
    adsOf(await world.client.batch(times(20), fields));
    // Another instance does not know yet which budgets are used up.
    const other = answersOf(
      await world.reopen({}).batch(times(20), { ...fields, visitor_id: `${visitor_id}2` }),
    );
    expect(issuedBy(other)).toBe(10);
    expect(new Set(await campaignsOf(world)).size).toBe(30);
  });
  it("a batch holds without a view no more than as many single requests", async () => {
    const trafficRules = { unprovenHolds: { limit: 50, windowMs: 3_600_000 } };
    const ask = async (batched: boolean): Promise<number> => {
      const world = await worldOf(40, {}, { trafficRules, rateLimits: { adsPerVisitor: false } });
      world.connection.clientAddress = "203.0.113.7";
      for (let n = 0; n < 100; n += batched ? 20 : 1) {
        if (batched) answersOf(await world.client.batch(times(20), fields));
        else adOrNone(await world.client.ads(fields));
      }
      return (await world.deliveries()).length;
    };
    expect(await ask(true)).toBe(await ask(false));
  });
  it("more slots than a limit ever grants get what it grants", async () => {
    const world = await worldOf(25, {}, { rateLimits: { adsPerVisitor: { limit: 3, windowMs: minuteMs } } });
    const answer = await world.client.batch(times(20), fields);
    expect(issuedBy(answersOf(answer))).toBe(3);
    world.clock.advance(Number(answer.headers.get("retry-after")) * 1_000);
    expect(issuedBy(answersOf(await world.client.batch(times(2), fields)))).toBe(2);
  });
  it("a slot is a request of its network and of its key", async () => {
    const limit = { limit: 5, windowMs: minuteMs };
    const world = await worldOf(25, {}, { rateLimits: { requestsPerNetwork: limit, adsPerKey: limit } });
    world.connection.clientAddress = "203.0.113.7";
    const ofKey = await world.client.batch(times(8), fields, server);
    const ofNetwork = await world.client.batch(times(8), fields, browser);
    expect([ofKey, ofNetwork].map((answer) => issuedBy(answersOf(answer)))).toEqual([5, 5]);
    expect(ofKey.headers.get("ratelimit-policy")).toBe('"adsPerKey";q=5;w=60');
    expect(ofNetwork.headers.get("ratelimit-policy")).toBe('"requestsPerNetwork";q=5;w=60');
    expectProblem(await world.client.ads({ ...fields, visitor_id: `${visitor_id}3` }), 429);
  });
  it("a limiter that fails refuses no slot, at the first call and at the second", async () => {
    let calls = 0;
    const limiter = {
      take: async (claims: readonly unknown[]) => {
        calls += 1;
        if (calls > 1) throw new Error("The limiter is down.");
        return claims.map(() => ({ granted: false, remaining: 0, resetAfterMs: 1, retryAfterMs: 1 }));
      },
    };
    const world = await worldOf(25, {}, { limiter });
    expect(issuedBy(answersOf(await world.client.batch(times(20), fields)))).toBe(20);
    expect(issuedBy(answersOf(await world.client.batch(times(20), fields)))).toBe(20);
  });
});

describe("§4.10 the counts of a batch", () => {
  it("have every slot as a request, and every slot without an ad with its reason", async () => {
    const rateLimits = { adsPerVisitor: { limit: 6, windowMs: minuteMs } };
    const world = await worldOf(2, { frequencyCap: { impressions: 1, window: 86_400_000 } }, { rateLimits });
    expect(issuedBy(answersOf(await world.client.batch(times(8), fields)))).toBe(2);
    const counts = await countsOf(world);
    expect(counts).toMatchObject({ request: 8, issued: 2, "no_ad rate_limited": 2 });
    expect(noAdReasons.reduce((sum, reason) => sum + (counts[`no_ad ${reason}`] ?? 0), 0)).toBe(4);
  });
  it("have one judgement and the velocity of all slots", async () => {
    const trafficRules = { ...off, visitorVelocity: { limit: 30, windowMs: minuteMs } };
    const world = await worldOf(5, {}, { trafficRules });
    for (let batch = 0; batch < 2; batch++) adsOf(await world.client.batch(times(20), fields));
    const marks = (await world.deliveries()).map(({ mark }) => mark);
    expect(marks).toEqual([...Array(20).fill(""), ...Array(20).fill("visitor_velocity")]);
  });
  it("a hook is asked once", async () => {
    let asked = 0;
    const classify = () => {
      asked += 1;
      return "excluded" as const;
    };
    const world = await worldOf(5, {}, { classify });
    expect(issuedBy(answersOf(await world.client.batch(times(20), fields)))).toBe(0);
    expect(asked).toBe(1);
    expect(await countsOf(world)).toEqual({ request: 20, "no_ad embedder": 20 });
  });
});

describe("§7 an outage during a batch", () => {
  it("is answered 503, and nothing is stored", async () => {
    const world = await worldOf(5);
    const client = world.reopen({
      store: { ...world.store, issue: () => Promise.reject(new Error("The store cannot be reached.")) },
    });
    expectProblem(await client.batch(times(3), fields), 503, "unavailable");
    expect(await world.deliveries()).toEqual([]);
  });
});
