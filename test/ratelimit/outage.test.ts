import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { openPostgresRateLimiter } from "../../adapters/postgres/ratelimit-open.ts";
import type { LogEntry } from "../../core/log.ts";
import { guardLimiter, limiterTimeoutMs } from "../../core/ratelimit/guard-limiter.ts";
import type { RateClaim, RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import { createTestClock } from "../conformance/clock.ts";
import { platformId } from "../conformance/fixtures.ts";
import { install, post } from "../core/pipeline/installation.ts";
import { settled, stateOf } from "../core/settled.ts";
import { heldTimer } from "../faults/held-timer.ts";
import { type Network, startProxy } from "../faults/processes/proxy.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";

const claim: RateClaim = { key: "somebody", limit: 1, windowMs: 60_000, cost: 1 };

function guarded(limiter: RateLimiter) {
  const clock = createTestClock();
  const log: LogEntry[] = [];
  const { timer, stopwatch, pass, pending } = heldTimer();
  const guard = guardLimiter(limiter, {
    clock: clock.now,
    log: (entry) => log.push(entry),
    timer,
    stopwatch,
  });
  return { clock, log, guard, pass, pending };
}

/** A limiter that never answers, and counts its calls. */
function silent(): { limiter: RateLimiter; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    limiter: {
      take: () => {
        asked += 1;
        return new Promise(() => {});
      },
    },
  };
}

describe("a limiter that does not answer", () => {
  it("is given up after the limiter's time, and refuses no request", async () => {
    const { guard, pass } = guarded(silent().limiter);
    const decisions = guard.take([claim]);
    pass(limiterTimeoutMs * 0.9);
    expect(await stateOf(decisions)).toBe("pending");
    pass(limiterTimeoutMs * 0.1);
    expect(await stateOf(decisions)).toEqual({ value: [] });
  });

  it("is not waited for during the next second, then one request tries it while the others are served", async () => {
    const { limiter, asked } = silent();
    const { guard, clock, pass } = guarded(limiter);
    const first = guard.take([claim]);
    pass(limiterTimeoutMs);
    await first;
    for (let n = 0; n < 100; n += 1) expect(await stateOf(guard.take([claim]))).toEqual({ value: [] });
    expect(asked()).toBe(1);
    clock.advance(1_000);
    expect(await stateOf(guard.take([claim]))).toBe("pending");
    expect(await stateOf(guard.take([claim]))).toEqual({ value: [] });
    expect(asked()).toBe(2);
  });

  it("is logged once a second, with the number of requests that were served without it", async () => {
    const { guard, clock, log, pass } = guarded(silent().limiter);
    for (let second = 0; second < 3; second += 1) {
      const trying = guard.take([claim]);
      await settled();
      pass(limiterTimeoutMs);
      await trying;
      for (let n = 0; n < 9; n += 1) await guard.take([claim]);
      clock.advance(1_000);
    }
    expect(log.map(({ leftOut }) => leftOut)).toEqual([undefined, 9, 9]);
    expect(log[0]).toMatchObject({
      level: "warn",
      code: "limiter-failed",
      error: "TimedOut: The rate limiter did not answer within 300 ms.",
    });
  });

  it("limits again as soon as it answers", async () => {
    let down = true;
    const { guard, clock } = guarded({
      take: async (claims) => {
        if (down) throw new Error("down");
        return claims.map(() => ({ granted: false, remaining: 0, resetAfterMs: 1, retryAfterMs: 1 }));
      },
    });
    expect(await guard.take([claim])).toEqual([]);
    down = false;
    expect(await guard.take([claim])).toEqual([]);
    clock.advance(1_000);
    expect(await guard.take([claim])).toMatchObject([{ granted: false }]);
    // The clock was set back by an hour: an outage of before is over all the same.
    down = true;
    await guard.take([claim]);
    down = false;
    clock.advance(-3_600_000);
    expect(await guard.take([claim])).toMatchObject([{ granted: false }]);
  });

  it("leaves no timer behind", async () => {
    const { guard, pass, pending } = guarded({ take: async () => [] });
    await guard.take([]);
    pass(limiterTimeoutMs);
    expect(pending()).toBe(0);
  });

  it.each([
    ["rejects", { take: () => Promise.reject(new Error("down")) }],
    [
      "throws",
      {
        take: () => {
          throw new Error("a bug");
        },
      },
    ],
    ["leaves a claim out", { take: async () => [] }],
    ["hangs", { take: () => new Promise<never>(() => {}) }],
  ])("and one that %s refuses no ad, seen, press or bot", async (_, limiter: RateLimiter) => {
    const one = { limit: 1, windowMs: 60_000 };
    const rateLimits = { adsPerKey: one, seenPerUser: one, interactPerUser: one, botPerUser: one };
    const { handbill, clock } = await install({ limiter, rateLimits });
    const body = { platform_id: platformId, stable_user_id: "user" };
    for (let n = 0; n < 3; n += 1) {
      const issued = await handbill.fetch(post("/api/v1/web/ads", body));
      expect(issued.status).toBe(200);
      const { ad } = await issued.json();
      clock.advance(1_000);
      const seen = { ...body, delivery_id: ad.delivery_id, view: ad.view };
      expect((await handbill.fetch(post("/api/v1/web/seen", seen))).status).toBe(200);
      const pressed = { ...body, delivery_id: ad.delivery_id, action: "forged" };
      expect((await handbill.fetch(post("/api/v1/web/interact", pressed))).status).toBe(410);
      const bot = { platform_id: body.platform_id, user_id: 1, message: "Hi" };
      expect((await handbill.fetch(post("/api/v1/ad", bot))).status).toBe(200);
    }
    await handbill.close();
  });
});

describe("the PostgreSQL limiter", () => {
  let server: PostgresServer;
  let store: PostgresStore;
  let network: Network;
  beforeAll(async () => {
    server = await startPostgresServer();
    store = await openPostgres(server.url);
    await store.migrate();
    network = await startProxy(server.url);
  });
  afterAll(async () => {
    await network.close();
    await store.close();
    await server.stop();
  });

  test("rejects as an outage within its time while the database hangs, and decides again when it answers", async () => {
    const limiter = await openPostgresRateLimiter(network.url, { timeoutMs: 3_000 });
    expect(await limiter.take([claim])).toMatchObject([{ granted: true }]);
    const patient = await openPostgresRateLimiter(network.url, { timeoutMs: 60_000 });
    await patient.take([{ ...claim, key: "patient" }]);
    network.hang();
    let isWaiting = true;
    const late = patient.take([{ ...claim, key: "patient" }]).finally(() => {
      isWaiting = false;
    });
    late.catch(() => undefined);
    const refusals = await Promise.allSettled(Array.from({ length: 64 }, () => limiter.take([claim])));
    // Each by its own time: another limiter's continues.
    expect(isWaiting).toBe(true);
    expect(refusals).toEqual(
      refusals.map(() => ({ status: "rejected", reason: expect.objectContaining({ outage: true }) })),
    );
    network.flow();
    await expect(late).resolves.toMatchObject([{ granted: false }]);
    await patient.close();
    const answer = () => limiter.take([claim]).catch(() => undefined);
    await expect.poll(answer).toMatchObject([{ granted: false }]);
    await limiter.close();
  });

  test("rejects at once while the database is stopped, and its limits begin anew after a crash", async () => {
    const limiter = await openPostgresRateLimiter(server.url, { timeoutMs: 5_000 });
    const other = { ...claim, key: "other" };
    expect(await limiter.take([other, other])).toMatchObject([{ granted: true }, { granted: false }]);
    await server.kill9();
    await expect(limiter.take([other])).rejects.toMatchObject({ outage: true });
    await server.restart();
    const answer = () => limiter.take([other]).catch(() => undefined);
    await expect.poll(answer).toMatchObject([{ granted: true }]);
    await limiter.close();
  });

  test("shares its limits between instances of a handbill, over HTTP", async () => {
    const limiters = [await openPostgresRateLimiter(server.url), await openPostgresRateLimiter(server.url)];
    const warm = limiters.map((limiter) =>
      limiter.take([{ ...claim, key: "warm", cost: 0 }]).catch(() => []),
    );
    await Promise.all(warm);
    for (let windowMs = 3_600_000; ; windowMs += 1) {
      const rateLimits = { adsPerKey: { limit: 10, windowMs } };
      const instances = await Promise.all(limiters.map((limiter) => install({ limiter, rateLimits })));
      const answers = await Promise.all(
        Array.from({ length: 64 }, async (_, n) => {
          const body = { platform_id: platformId, stable_user_id: `${n}` };
          return (await instances[n % 2]?.handbill.fetch(post("/api/v1/web/ads", body)))?.status;
        }),
      );
      for (const { handbill } of instances) await handbill.close();
      // On a machine that is very busy the limiter may be given up; with another window everything begins anew.
      if (instances.some(({ log }) => log.length > 0)) continue;
      expect(answers.filter((status) => status === 200)).toHaveLength(10);
      expect(answers.filter((status) => status === 429)).toHaveLength(54);
      break;
    }
    for (const limiter of limiters) await limiter.close();
  });
});
