import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultBaseUrl } from "./app.ts";
import { exchange, type RawAnswer } from "./exchange.ts";
import { demoSeed } from "./seed.ts";
import { type Target, targets } from "./targets.ts";

const { seed, liveKey } = demoSeed(defaultBaseUrl);
const [site = ""] = seed.catalog.platforms.flatMap(({ allowedOrigins }) => allowedOrigins);
const env = {
  HANDBILL_TEST_SEED: JSON.stringify(seed),
  HANDBILL_LIMIT_REQUESTS_PER_NETWORK: "2/1h",
  HANDBILL_LIMIT_FAILED_AUTH_PER_NETWORK: "2/1h",
};
/** The client's address by the proxies in front of Next, of Vercel and of a worker. No other entry trusts it. */
const byProxy = {
  "x-forwarded-for": "203.0.113.7",
  "x-real-ip": "203.0.113.7",
  "cf-connecting-ip": "203.0.113.7",
};

describe.each(targets)("on $name", ({ open }) => {
  let target: Target;
  beforeAll(async () => {
    target = await open(env);
  }, 120_000);
  afterAll(async () => void (await target.stop()));

  function ask(headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
    return exchange(target.url, {
      method: "POST",
      path: "/api/v1/web/ads",
      headers: { "content-type": "application/json", ...byProxy, ...headers },
      body: JSON.stringify({ platform_id: "pf_demo", visitor_id: "visitor-0123456789", test: true }),
    });
  }

  it("§8 the client's address is known: its network has limits, which a valid key is not bounded by", async () => {
    const statuses = async (headers: Readonly<Record<string, string>>): Promise<readonly number[]> => {
      const answers: number[] = [];
      for (let count = 0; count < 4; count++) answers.push((await ask(headers)).status);
      return answers;
    };
    const key = { authorization: `Bearer ${liveKey}` };
    expect(await statuses(key)).toEqual([200, 200, 200, 200]);
    expect(await statuses({ origin: site })).toEqual([200, 200, 429, 429]);
    expect(await statuses({ authorization: "Bearer guessed" })).toEqual([401, 401, 429, 429]);
    expect(await statuses(key)).toEqual([200, 200, 200, 200]);
    expect((await ask({ origin: site })).headers["ratelimit-policy"]).toBe('"requestsPerNetwork";q=2;w=3600');
  });
});
