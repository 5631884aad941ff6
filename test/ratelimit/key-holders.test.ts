import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createMemoryRateLimiter } from "../../adapters/memory/mod.ts";
import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import { bearer, browser, server } from "../contract/client.ts";
import { openWorld } from "../contract/world.ts";
import { type Backend, startBackend } from "../upstash/backend.ts";
import { type LimiterBackend, pgliteLimiters, serverLimiters } from "./backends.ts";

afterEach(() => {
  vi.useRealTimers();
});

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
}, 60_000);

async function onPostgres(start: () => Promise<LimiterBackend>): Promise<RateLimiter> {
  const backend = await start();
  closers.push(backend.close);
  const { limiters, close } = await backend.open();
  closers.push(close);
  return limiters[0];
}

async function onUpstash(): Promise<RateLimiter> {
  const backend: Backend = await startBackend();
  closers.push(backend.close);
  return backend.openLimiter(backend.newPrefix());
}

const limiters: readonly (readonly [string, () => Promise<RateLimiter>])[] = [
  ["memory", async () => createMemoryRateLimiter()],
  ["PGlite", () => onPostgres(pgliteLimiters)],
  ["PostgreSQL", () => onPostgres(serverLimiters)],
  ["Upstash Redis", onUpstash],
];

describe.each(limiters)("the limits of a network on %s", (_name, open) => {
  it("§8 bound browsers and guessed keys to the request, all at once, and no valid key beside them", async () => {
    const hour = 3_600_000;
    const rateLimits = {
      requestsPerNetwork: { limit: 7, windowMs: hour },
      failedAuthPerNetwork: { limit: 5, windowMs: hour },
      adsPerKey: { limit: 40, windowMs: hour },
    };
    const limiter = await open();
    // Connects.
    await limiter.take([{ key: "first", limit: 1, windowMs: hour, cost: 1 }]);
    const world = await openWorld({ limiter, rateLimits });
    world.connection.clientAddress = "203.0.113.7";
    // A slow machine must not make an outage of the limiter, which would refuse no request.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    const guessed = bearer("hb_live_guessed");
    const kinds = [browser, guessed, server] as const;
    const asked = Array.from({ length: 90 }, (_, n) => kinds[n % kinds.length] ?? browser);
    const answers = await Promise.all(
      asked.map(async (headers) => ({ headers, status: (await world.client.ads({}, headers)).status })),
    );
    const count = (headers: object, status: number): number =>
      answers.filter((answer) => answer.headers === headers && answer.status === status).length;
    expect([count(browser, 200), count(browser, 429)]).toEqual([7, 23]);
    expect([count(guessed, 401), count(guessed, 429)]).toEqual([5, 25]);
    expect(count(server, 200)).toBe(30);
    for (let left = 10; left > 0; left--) expect((await world.client.ads({}, server)).status).toBe(200);
    expect((await world.client.ads({}, server)).status).toBe(429);
  }, 60_000);
});
