import { describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "../../adapters/kit/errors.ts";
import type { Handbill } from "../../core/handbill.ts";
import { toVercel, toVercelCron } from "../../runtimes/vercel/mod.ts";
import { platformId } from "../conformance/fixtures.ts";
import { install, post } from "../core/pipeline/installation.ts";
import { stateOf } from "../core/settled.ts";
import { openApp } from "./app.ts";

const secret = "the secret of the cron";

describe("the function", () => {
  it("takes the client's address from the proxy's header", async () => {
    const handbill = await openApp(() => undefined);
    const addresses: (string | undefined)[] = [];
    const watched: Handbill = {
      ...handbill,
      fetch: (request, connection) => {
        addresses.push(connection?.clientAddress);
        return handbill.fetch(request, connection);
      },
    };
    const { fetch } = toVercel(watched);
    const sent: Record<string, string>[] = [
      { "x-real-ip": "203.0.113.7", "x-forwarded-for": "203.0.113.7" },
      { "x-forwarded-for": "203.0.113.8, 10.0.0.1" },
      {},
    ];
    for (const headers of sent) await fetch(new Request("https://ads.example/livez", { headers }));
    expect(addresses).toEqual(["203.0.113.7", "203.0.113.8", undefined]);
  });
});

describe("the statistics of an answer", () => {
  const sent = (): Request =>
    post("/api/v1/web/ads", { platform_id: platformId, stable_user_id: "somebody" });

  it("are stored before it, where the platform has no waitUntil", async () => {
    const { handbill, store } = await install();
    const { fetch } = toVercel(handbill);
    expect((await fetch(sent())).status).toBe(200);
    expect(store.counts().map(({ metric, n }) => [metric, n])).toEqual([
      ["request", 1],
      ["issued", 1],
    ]);
  });

  it("are handed to the platform's waitUntil where there is one, and the answer does not wait for them", async () => {
    const work: Promise<unknown>[] = [];
    const name = Symbol.for("@vercel/request-context");
    const context = { waitUntil: (promise: Promise<unknown>) => void work.push(promise) };
    Reflect.set(globalThis, name, { get: () => context });
    try {
      const { promise: written, resolve } = Promise.withResolvers<void>();
      const { handbill } = await install({}, { addCounts: () => written });
      expect((await toVercel(handbill).fetch(sent())).status).toBe(200);
      expect(await stateOf(Promise.all(work))).toBe("pending");
      resolve();
      await Promise.all(work);
    } finally {
      Reflect.deleteProperty(globalThis, name);
    }
  });

  it("hold up an answer for two seconds at most, and fail none", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { handbill } = await install({}, { addCounts: () => new Promise(() => {}) });
    const answer = toVercel(handbill).fetch(sent());
    expect(await stateOf(answer)).toBe("pending");
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await answer).status).toBe(200);
    vi.useRealTimers();
    const away = await install({}, { addCounts: () => Promise.reject(new Error("away")) });
    expect((await toVercel(away.handbill).fetch(sent())).status).toBe(200);
  });
});

describe("a function whose handbill is still being opened", () => {
  it("takes an installation, too, opened or not", async () => {
    const handbill = await openApp(() => undefined);
    for (const installation of [{ handbill }, Promise.resolve({ handbill })]) {
      const { fetch } = toVercel(installation);
      expect((await fetch(new Request("https://ads.example/livez"))).status).toBe(200);
      const headers = { authorization: `Bearer ${secret}` };
      const maintain = new Request("https://ads.example/api/maintain", { headers });
      expect((await toVercelCron(installation, { secret }).fetch(maintain)).status).toBe(200);
    }
  });

  it("waits for it, and takes requests meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<Handbill>();
    const { fetch } = toVercel(promise);
    const cron = toVercelCron(promise, { secret });
    const answers = [
      fetch(new Request("https://ads.example/livez")),
      cron.fetch(
        new Request("https://ads.example/api/maintain", { headers: { authorization: `Bearer ${secret}` } }),
      ),
    ];
    resolve(await openApp(() => undefined));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("asks it whether it is ready as soon as it is there, before any request", async () => {
    const handbill = await openApp(() => undefined);
    const { promise: asked, resolve } = Promise.withResolvers<string>();
    const watched: Handbill = {
      ...handbill,
      answer: (request) => {
        resolve(request.target);
        return handbill.answer(request);
      },
    };
    toVercel(Promise.resolve(watched));
    expect(await asked).toBe("/readyz");
  });
});

describe("the cron", () => {
  async function call(
    authorization: string | undefined,
    options: { secret?: string },
    maintain: () => Promise<void> = async () => {},
    onText: (text: string) => void = () => {},
  ): Promise<{ status: number; maintained: number }> {
    let maintained = 0;
    const handbill = await openApp(() => undefined);
    const watched: Handbill = {
      ...handbill,
      maintain: async () => {
        maintained++;
        await maintain();
      },
    };
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const request = new Request("https://ads.example/api/cron", { headers });
    const answer = await toVercelCron(watched, options).fetch(request);
    onText(await answer.text());
    const { status } = answer;
    return { status, maintained };
  }

  it("maintains when it is called with the secret", async () => {
    expect(await call(`Bearer ${secret}`, { secret })).toEqual({ status: 200, maintained: 1 });
  });

  it("refuses every other caller", async () => {
    for (const authorization of [undefined, "Bearer ", "Bearer x", secret, `Bearer ${secret} `.repeat(2)]) {
      expect(await call(authorization, { secret })).toEqual({ status: 401, maintained: 0 });
    }
  });

  it("refuses every caller while no secret is set", async () => {
    expect(await call("Bearer undefined", {})).toEqual({ status: 503, maintained: 0 });
    expect(await call("Bearer ", { secret: "" })).toEqual({ status: 503, maintained: 0 });
  });

  it("says what failed, and logs why", async () => {
    using logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const texts: string[] = [];
    for (const error of [new StoreUnavailable("away"), new TypeError("a bug")]) {
      const fail = () => Promise.reject(error);
      const answer = await call(`Bearer ${secret}`, { secret }, fail, (text) => texts.push(text));
      expect(answer).toEqual({ status: 503, maintained: 1 });
    }
    expect(texts).toEqual([
      "The store is unreachable; the next run does the remaining work.",
      "Maintenance failed; the log shows the reason.",
    ]);
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toMatchObject([
      { level: "error", code: "maintenance-failed", error: "StoreUnavailable: away" },
      { level: "error", code: "maintenance-failed", error: "TypeError: a bug" },
    ]);
  });
});
