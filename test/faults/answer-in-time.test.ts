import { describe, expect, it } from "vitest";
import type { HttpRequest } from "../../core/contract/http.ts";
import { readStoreTimeout } from "../../core/storage/store-timeout.ts";
import { install, post } from "../core/pipeline/installation.ts";
import { settled, stateOf } from "../core/settled.ts";
import { call, callBody, slowPipeline, timeoutMs } from "./slow-pipeline.ts";

/** The answer to a call without a key that is not refused before. */
const answered = 401;

describe("a request that takes too long", () => {
  it("is answered 503 with Retry-After, readable by pages, and its own answer is dropped and logged", async () => {
    const { answer, pass, release, reported } = slowPipeline();
    const response = answer(call());
    await settled();
    pass(timeoutMs);
    const { status, headers, body } = await response;
    expect({ status, retry: headers["retry-after"], origin: headers["access-control-allow-origin"] }).toEqual(
      {
        status: 503,
        retry: "1",
        origin: "*",
      },
    );
    expect(JSON.parse(body)).toMatchObject({
      code: "unavailable",
      request_id: expect.stringMatching(/^.{22}$/),
    });
    expect(reported).toEqual([]);
    release();
    await settled();
    expect(reported).toEqual(["TimedOut: The store did not answer within 1000 ms."]);
  });

  it("because its client is slow to send it has all the time it needs", async () => {
    const { answer, pass, release } = slowPipeline();
    const body = Promise.withResolvers<Uint8Array>();
    const response = answer(call({ readBody: () => body.promise }));
    await settled();
    pass(10 * timeoutMs);
    expect(await stateOf(response)).toBe("pending");
    body.resolve(callBody);
    release();
    expect((await response).status).toBe(answered);
  });

  it("without a body is answered too, and HEAD without one", async () => {
    const { answer, pass } = slowPipeline();
    const responses = [
      answer(call({ method: "GET", target: "/api/v1/click/x" })),
      answer(call({ method: "HEAD", target: "/readyz" })),
    ];
    await settled();
    pass(timeoutMs);
    const [get, head] = await Promise.all(responses);
    expect([get?.status, head?.status, head?.body]).toEqual([503, 503, ""]);
    expect(get?.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("requests under way", () => {
  it("are bounded: one more is answered 503 at once and not worked on, until one of them ends", async () => {
    const { answer, worked, release, reported } = slowPipeline(2);
    const two = [answer(call()), answer(call())];
    await settled();
    expect((await answer(call())).status).toBe(503);
    expect((await answer(call({ method: "GET", target: "/readyz" }))).status).toBe(503);
    expect(worked()).toBe(2);
    expect(reported).toHaveLength(2);
    // Whether the process lives does not depend on it.
    expect((await answer(call({ method: "GET", target: "/livez" }))).status).toBe(200);
    release();
    await Promise.all(two);
    expect((await answer(call())).status).toBe(answered);
  });

  it("are refused before the body is read, and again when there is no room once the body is there", async () => {
    const { answer, worked } = slowPipeline(1);
    const body = Promise.withResolvers<Uint8Array>();
    const late = answer(call({ readBody: () => body.promise }));
    const first = answer(call());
    await settled();
    const unread = async (): Promise<never> => Promise.reject(new Error("The body was read."));
    expect((await answer(call({ readBody: unread }))).status).toBe(503);
    body.resolve(new Uint8Array(0));
    expect((await late).status).toBe(503);
    expect(await stateOf(first)).toBe("pending");
    expect(worked()).toBe(1);
  });

  it("leave no timer once they are answered", async () => {
    const { answer, pass, pending, release } = slowPipeline();
    release();
    await Promise.all(Array.from({ length: 50 }, () => answer(call())));
    pass(timeoutMs);
    expect(pending()).toBe(0);
  });
});

describe("a place", () => {
  const failing: Promise<never> = Promise.reject(new Error("A bug."));
  failing.catch(() => {});
  type Case = readonly [string, Partial<HttpRequest>, Promise<never> | undefined, number];

  it.each<Case>([
    ["is answered", {}, undefined, answered],
    ["has no body", { method: "GET", target: "/readyz" }, undefined, 200],
    ["is answered without its body", { target: "/api/v1/nothing" }, undefined, 404],
    ["loses its client", { readBody: () => Promise.reject(new Error("The client left.")) }, undefined, 400],
    ["has too large a body", { readBody: async () => "too_large" }, undefined, 413],
    ["fails", { method: "GET", target: "/readyz" }, failing, 503],
  ])("is given back by a request that %s", async (_, fields, until, status) => {
    const { answer, underWay, release } = slowPipeline(100, until);
    release();
    const responses = await Promise.all(Array.from({ length: 10 }, () => answer(call(fields))));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([status]));
    expect(underWay()).toBe(0);
  });

  it("is kept by a request that was answered 503 for its time, until its own answer is there", async () => {
    const { answer, pass, release, worked } = slowPipeline(1);
    const late = answer(call());
    await settled();
    pass(timeoutMs);
    expect((await late).status).toBe(503);
    expect((await answer(call())).status).toBe(503);
    expect(worked()).toBe(1);
    release();
    await settled();
    expect((await answer(call())).status).toBe(answered);
  });
});

describe("the store's timeout", () => {
  const of = (setting: string) => readStoreTimeout({ env: () => setting });

  it("is 5 seconds, or the option's value, or else the variable's", () => {
    expect(readStoreTimeout({})).toBe(5_000);
    expect(of("")).toBe(5_000);
    expect([of("800ms"), of("5s"), of("60s"), of("100ms")]).toEqual([800, 5_000, 60_000, 100]);
    expect(readStoreTimeout({ storeTimeoutMs: 300, env: () => "5s" })).toBe(300);
  });

  it.each(["5", "5 s", "0s", "99ms", "61s", "1m", "-1s", "1e3ms", "05s"])(
    "cannot be “%s”: requests are answered 503, and the log says why",
    async (setting) => {
      expect(of(setting)).toBeUndefined();
      const env = (name: string) => (name === "HANDBILL_STORE_TIMEOUT" ? setting : undefined);
      const { handbill, log } = await install({ env });
      const answer = await handbill.fetch(post("/api/v1/web/ads", {}));
      expect(await answer.json()).toMatchObject({ status: 503, code: "not_configured" });
      expect(log.map(({ message }) => message).join()).toContain("HANDBILL_STORE_TIMEOUT");
    },
  );

  it("bounds a request on a store of which one operation hangs", async () => {
    for (const operation of ["catalogChanges", "issue"] as const) {
      const hangs = { [operation]: () => new Promise<never>(() => {}) };
      const { handbill } = await install({ storeTimeoutMs: 100 }, hangs);
      const body = { platform_id: "pf_one", stable_user_id: "u" };
      expect((await handbill.fetch(post("/api/v1/web/ads", body))).status).toBe(503);
    }
  });

  it("bounds closing: it rejects when a write was left in the dark, and not when only counts were", async () => {
    const hangs = () => new Promise<never>(() => {});
    const dark = await install({ storeTimeoutMs: 100 }, { issue: hangs });
    const body = { platform_id: "pf_one", stable_user_id: "u" };
    const asked = dark.handbill.fetch(post("/api/v1/web/ads", body));
    await settled();
    await expect(dark.handbill.close(50)).rejects.toMatchObject({ outage: true });
    expect((await asked).status).toBe(503);

    const counts = await install({ storeTimeoutMs: 100 }, { addCounts: hangs });
    expect((await counts.handbill.fetch(post("/api/v1/web/ads", body))).status).toBe(200);
    await counts.handbill.close(50);
    expect(counts.log.map(({ message }) => message)).toContain("The last counts were lost.");
  });
});
