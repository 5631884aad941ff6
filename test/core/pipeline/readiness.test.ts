import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createHandbill } from "../../../core/handbill.ts";
import { createReadiness } from "../../../core/pipeline/readiness.ts";
import { createTestClock } from "../../conformance/clock.ts";
import { stateOf } from "../settled.ts";

const baseUrl = "https://ads.example";
const secrets = ["secret-of-the-tests-0123456789-0123456789"];

function scene() {
  const clock = createTestClock();
  const state = { asked: 0, isAway: false };
  const readiness = createReadiness(async () => {
    state.asked += 1;
    if (state.isAway) throw new Error("The store is away.");
  }, clock.now);
  return { clock, state, ...readiness };
}

describe("/readyz", () => {
  it("asks the store once a second, however many ask", async () => {
    const clock = createTestClock();
    const store = createMemoryStore();
    let asked = 0;
    const { catalogChanges } = store;
    store.catalogChanges = (since) => {
      asked += 1;
      return catalogChanges(since);
    };
    const handbill = createHandbill({
      store,
      baseUrl,
      secrets,
      health: true,
      clock: clock.now,
      log: () => {},
    });
    const ask = async (): Promise<number> => (await handbill.fetch(new Request(`${baseUrl}/readyz`))).status;
    const statuses = await Promise.all(Array.from({ length: 100 }, ask));
    for (let n = 0; n < 100; n += 1) statuses.push(await ask());
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(asked).toBe(1);
    clock.advance(1_000);
    await Promise.all(Array.from({ length: 100 }, ask));
    expect(asked).toBe(2);
  });

  it("reports for a second that the store is away, and then checks again", async () => {
    const { check, clock, state } = scene();
    state.isAway = true;
    for (let n = 0; n < 5; n += 1) await expect(check()).rejects.toThrow("away");
    expect(state.asked).toBe(1);
    state.isAway = false;
    clock.advance(1_000);
    await check();
    expect(state.asked).toBe(2);
  });

  it("asks again at once when another operation came out otherwise", async () => {
    const { check, watch, state } = scene();
    await check();
    state.isAway = true;
    await watch(Promise.reject(new Error("gone"))).catch(() => {});
    await expect(check()).rejects.toThrow("away");
    state.isAway = false;
    await watch(Promise.resolve());
    await check();
    expect(state.asked).toBe(3);
  });

  it("waits for an operation that the store has not answered yet", async () => {
    const { check, watch, state } = scene();
    await check();
    const first = Promise.withResolvers<void>();
    void watch(first.promise).catch(() => {});
    const waiting = check();
    expect(await stateOf(waiting)).toBe("pending");
    first.resolve();
    await waiting;
    expect(state.asked).toBe(1);
    const second = Promise.withResolvers<void>();
    void watch(second.promise).catch(() => {});
    const refused = check();
    refused.catch(() => {});
    state.isAway = true;
    second.reject(new Error("gone"));
    await expect(refused).rejects.toThrow("away");
    expect(state.asked).toBe(2);
  });
});
