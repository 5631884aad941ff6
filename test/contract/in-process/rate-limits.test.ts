import { describe, expect, it } from "vitest";
import { type Answer, expectProblem } from "../answers.ts";
import { platformIds } from "../catalog.ts";
import {
  actionsOf,
  at,
  bearer,
  browser,
  type Client,
  linksOf,
  newVisitor,
  server,
  testServer,
} from "../client.ts";
import { contractKeys } from "../keys.ts";
import { openWorld, type World } from "../world.ts";

const minuteMs = 60_000;

interface Limit {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Makes what is sent again and again for one subject. */
  readonly prepare: (client: Client) => Promise<() => Promise<Answer>>;
}

const visitor_id = "visitor-0123456789";
const limits: readonly Limit[] = [
  {
    name: "adsPerVisitor",
    limit: 300,
    windowMs: minuteMs,
    prepare: async (client) => () => client.ads({ visitor_id }),
  },
  {
    name: "adsPerKey",
    limit: 1_000,
    windowMs: 1_000,
    prepare: async (client) => () => client.ads({}, server),
  },
  {
    name: "interactPerUser",
    limit: 120,
    windowMs: minuteMs,
    prepare: async (client) => {
      const issued = await client.issue({ accept_formats: ["quiz"] });
      return () => client.press(issued, at(actionsOf(issued.ad), 0));
    },
  },
  {
    name: "seenPerUser",
    limit: 240,
    windowMs: minuteMs,
    prepare: async (client) => {
      const issued = await client.issue();
      return () => client.seen(issued);
    },
  },
  {
    name: "reportsPerUser",
    limit: 20,
    windowMs: 60 * minuteMs,
    prepare: async (client) => {
      const issued = await client.issue();
      return () => client.report(issued);
    },
  },
  {
    name: "botPerUser",
    limit: 60,
    windowMs: minuteMs,
    prepare: async (client) => () => client.bot({ user_id: 5 }),
  },
];

function expectLimited(answer: Answer, name: string, limit: number, windowMs: number): void {
  expectProblem(answer, 429, "rate_limited");
  const seconds = windowMs / 1_000;
  const wait = Number(answer.headers.get("retry-after"));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(seconds);
  expect(answer.headers.get("ratelimit")).toBe(`"${name}";r=0;t=${wait}`);
  expect(answer.headers.get("ratelimit-policy")).toBe(`"${name}";q=${limit};w=${seconds}`);
}

async function isLimited(answer: Promise<Answer>): Promise<boolean> {
  return (await answer).status === 429;
}

describe.each(limits)("§7 §8 $name: $limit in $windowMs ms", ({ name, limit, windowMs, prepare }) => {
  it(`§7 request ${limit} is served, request ${limit + 1} is answered 429 and changes nothing`, async () => {
    const { client, state } = await openWorld();
    const send = await prepare(client);
    for (let index = 0; index < limit; index++) expect(await isLimited(send())).toBe(false);
    const before = await state();
    expectLimited(await send(), name, limit, windowMs);
    expect(await state()).toEqual(before);
  });
  it("§7 after the time in Retry-After the next request is served", async () => {
    const { client, clock } = await openWorld();
    const send = await prepare(client);
    for (let index = 0; index < limit; index++) await send();
    const wait = Number((await send()).headers.get("retry-after"));
    clock.advance(wait * 1_000);
    expect(await isLimited(send())).toBe(false);
  });
  it("§7 another visitor is served meanwhile", async () => {
    const { client } = await openWorld();
    const send = await prepare(client);
    for (let index = 0; index <= limit; index++) await send();
    expect((await client.ads()).status).toBe(200);
    expect((await client.bot({ user_id: 6 })).status).toBe(200);
    expect((await client.ads({}, bearer(contractKeys.secondLive.key))).status).toBe(200);
  });
  it("§7 the setting false switches it off", async () => {
    const { client } = await openWorld({ rateLimits: { [name]: false } });
    const send = await prepare(client);
    for (let index = 0; index <= limit; index++) expect(await isLimited(send())).toBe(false);
  });
});

describe("§7 the subject of a limit", () => {
  it("§7 a visitor on another platform has a limit of its own", async () => {
    const { client } = await openWorld();
    for (let index = 0; index < 300; index++) await client.ads({ visitor_id });
    expect(await isLimited(client.ads({ visitor_id }))).toBe(true);
    expect(await isLimited(client.ads({ visitor_id, platform_id: platformIds.sibling }))).toBe(false);
  });
  it("§7 ad requests from a server do not count against the visitor", async () => {
    const { client } = await openWorld();
    for (let index = 0; index < 100; index++) await client.ads({ visitor_id }, server);
    expect(await isLimited(client.ads({ visitor_id }))).toBe(false);
  });
  it("§7 the limit comes before the receipt: the 241st guess in a minute is answered 429", async () => {
    const { client } = await openWorld();
    const issued = await client.issue();
    for (let index = 0; index < 240; index++)
      expect((await client.seen(issued, { view: `${index}` })).status).toBe(410);
    expect(await isLimited(client.seen(issued, { view: "240" }))).toBe(true);
  });
  it("§7 refused callers do not use up a visitor's limit", async () => {
    const { client } = await openWorld();
    for (let index = 0; index < 100; index++)
      await client.ads({ visitor_id }, { origin: "https://other.example" });
    expect(await isLimited(client.ads({ visitor_id }))).toBe(false);
  });
});

describe("§7 limits of a network", () => {
  const from = (world: World, address: string | undefined) => {
    world.connection.clientAddress = address;
  };
  const unauthorized = (world: World) => world.client.ads({}, bearer("hb_live_nonsense"));

  it("§7 6,000 requests of browsers a minute from one network, then 429 for any caller without a key", async () => {
    const world = await openWorld();
    from(world, "203.0.113.7");
    for (let index = 0; index < 6_000; index++) await world.client.ads();
    expectLimited(await world.client.ads(), "requestsPerNetwork", 6_000, minuteMs);
    from(world, "203.0.113.250");
    expect(await isLimited(world.client.ads())).toBe(true);
    from(world, "203.0.112.7");
    expect(await isLimited(world.client.ads())).toBe(false);
  });
  it("§7 a key has its 1,000 a second for as long as it wants them, and uses up nothing of its network", async () => {
    const world = await openWorld();
    from(world, "203.0.113.7");
    for (let second = 0; second < 8; second++) {
      for (let index = 0; index < 1_000; index++) {
        expect((await world.client.ads({ test: true }, server)).status).toBe(200);
      }
      expectLimited(await world.client.ads({ test: true }, server), "adsPerKey", 1_000, 1_000);
      // A unit comes back up to a twentieth of the window late.
      world.clock.advance(1_050);
    }
    expect((await world.client.ads({ test: true })).status).toBe(200);
  });
  it.each([
    ["an ad request", async ({ client }: World) => client.ads({}, server)],
    ["an ad request with a test key", async ({ client }: World) => client.ads({}, testServer)],
    ["a bot's request", async ({ client }: World) => client.bot()],
    ["a view", async ({ client }: World) => client.seen(await client.issue({}, server))],
    [
      "a press",
      async ({ client }: World) => {
        const issued = await client.issue({ accept_formats: ["quiz"] }, server);
        return client.press(issued, at(actionsOf(issued.ad), 0));
      },
    ],
  ])("§7 %s with a key is served in a network that has used up both of its limits", async (_name, ask) => {
    const one = { limit: 1, windowMs: minuteMs };
    const world = await openWorld({ rateLimits: { requestsPerNetwork: one, failedAuthPerNetwork: one } });
    from(world, "203.0.113.7");
    expect(await isLimited(world.client.ads())).toBe(false);
    expect(await isLimited(world.client.ads())).toBe(true);
    expect((await unauthorized(world)).status).toBe(401);
    expect((await unauthorized(world)).status).toBe(429);
    world.clock.advance(2_000);
    for (let index = 0; index < 3; index++) expect(await isLimited(ask(world))).toBe(false);
    expect(await isLimited(world.client.ads())).toBe(true);
    expect((await unauthorized(world)).status).toBe(429);
  });
  it("§7 a key that is wrong, revoked, of management or of another scheme is no key", async () => {
    const one = { limit: 1, windowMs: minuteMs };
    const wrong = `${contractKeys.live.key.slice(0, -1)}${contractKeys.live.key.endsWith("A") ? "B" : "A"}`;
    for (const headers of [
      {},
      bearer(""),
      bearer("x"),
      bearer(wrong),
      bearer(contractKeys.revoked.key),
      { authorization: `Basic ${contractKeys.live.key}` },
    ]) {
      const world = await openWorld({ rateLimits: { failedAuthPerNetwork: one } });
      from(world, "203.0.113.7");
      expect((await world.client.ads({}, headers)).status).toBe(401);
      expectLimited(await world.client.ads({}, headers), "failedAuthPerNetwork", 1, minuteMs);
    }
  });
  it("§7 clicks are among them", async () => {
    const world = await openWorld({ rateLimits: { requestsPerNetwork: { limit: 3, windowMs: minuteMs } } });
    const url = at(linksOf((await world.client.issue()).ad), 0);
    from(world, "203.0.113.7");
    for (let index = 0; index < 3; index++) expect((await world.client.click(url)).status).toBe(302);
    expectLimited(await world.client.click(url), "requestsPerNetwork", 3, minuteMs);
  });
  it("§7 600 refused keys a minute from one network: the 429 replaces only a 401", async () => {
    const world = await openWorld();
    from(world, "2001:db8:1:2::3");
    for (let index = 0; index < 600; index++) expect((await unauthorized(world)).status).toBe(401);
    expectLimited(await unauthorized(world), "failedAuthPerNetwork", 600, minuteMs);
    from(world, "2001:db8:1:ffff::1");
    expect(await isLimited(unauthorized(world))).toBe(true);
    expect((await world.client.ads()).status).toBe(200);
    expect((await world.client.ads({}, server)).status).toBe(200);
    expect((await world.client.ads({}, { origin: "null" })).status).toBe(403);
    expect((await world.client.bot({}, browser)).status).toBe(429);
    from(world, "2001:db8:2::1");
    expect((await unauthorized(world)).status).toBe(401);
    world.clock.advance(minuteMs + 3_000);
    from(world, "2001:db8:1:2::3");
    expect((await unauthorized(world)).status).toBe(401);
  });
  it("§7 where the address is not known there is no such limit, and the log tells once how to pass it", async () => {
    const world = await openWorld();
    for (let index = 0; index < 700; index++) expect((await unauthorized(world)).status).toBe(401);
    await world.client.ads();
    expect(world.log).toEqual([
      {
        level: "warn",
        code: "client-address-unknown",
        message: expect.stringMatching(/clientAddress.*HANDBILL_TRUST_PROXY/),
      },
    ]);
  });
  it.each([
    ["a browser", async ({ client }: World) => client.ads()],
    ["a wrong key", unauthorized],
    ["no key", async ({ client }: World) => client.bot({}, {})],
    ["a click", async ({ client }: World) => client.click("https://ads.example/below/api/v1/click/none")],
  ])(
    "§7 the log says so at the first request that a network is limited for, be it of %s",
    async (_name, ask) => {
      const world = await openWorld();
      await world.client.ads({}, server);
      expect(world.log).toEqual([]);
      await ask(world);
      await ask(world);
      expect(world.log).toHaveLength(1);
      const told = await openWorld();
      from(told, "203.0.113.7");
      await ask(told);
      const off = await openWorld({ rateLimits: { requestsPerNetwork: false, failedAuthPerNetwork: false } });
      await ask(off);
      expect([told.log, off.log]).toEqual([[], []]);
    },
  );
  it.each([undefined, "", "198.51.100.1", "unknown, 198.51.100.1", "x, y"])(
    "§7 behind two proxies the log says when X-Forwarded-For is %s",
    async (forwarded) => {
      const world = await openWorld({ trustProxy: 2 });
      from(world, "127.0.0.1");
      const header = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
      for (let index = 0; index < 3; index++) await world.client.ads({}, { ...browser, ...header });
      expect(world.log).toEqual([
        {
          level: "warn",
          code: "client-address-unknown",
          message: expect.stringContaining("HANDBILL_TRUST_PROXY"),
        },
      ]);
      const right = await openWorld({ trustProxy: 2 });
      await right.client.ads({}, { ...browser, "x-forwarded-for": "198.51.100.1, 192.0.2.1" });
      expect(right.log).toEqual([]);
    },
  );
  it("§7 X-Forwarded-For is believed only behind so many trusted proxies", async () => {
    const rateLimits = { requestsPerNetwork: { limit: 1, windowMs: minuteMs } };
    const ask = async (world: World, forwarded: string) =>
      isLimited(world.client.ads({}, { ...browser, "x-forwarded-for": forwarded }));
    const untrusting = await openWorld({ rateLimits });
    expect(await ask(untrusting, "198.51.100.1")).toBe(false);
    expect(await ask(untrusting, "198.51.100.1")).toBe(false);
    const trusting = await openWorld({ rateLimits, trustProxy: 1 });
    expect(await ask(trusting, "198.51.100.1")).toBe(false);
    expect(await ask(trusting, "192.0.2.1, 198.51.100.2")).toBe(true);
    expect(await ask(trusting, "198.51.100.1, 192.0.2.1")).toBe(false);
  });
  it("§7 a limiter that fails refuses no request", async () => {
    const limiter = { take: async () => Promise.reject(new Error("The limiter is down.")) };
    const { client } = await openWorld({ limiter });
    for (let index = 0; index < 100; index++) expect((await client.ads({ visitor_id })).status).toBe(200);
  });
  it("§7 a new visitor for every request is served: only its network is limited", async () => {
    const { client } = await openWorld();
    for (let index = 0; index < 100; index++) {
      expect((await client.ads({ visitor_id: newVisitor() })).status).toBe(200);
    }
  });
});
