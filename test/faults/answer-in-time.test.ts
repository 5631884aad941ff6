import { describe, expect, it } from "vitest";
import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import { createAdmission } from "../../core/pipeline/admission.ts";
import { createGate } from "../../core/pipeline/overload.ts";
import { ownPath } from "../../core/pipeline/paths.ts";
import { withRequestDeadline } from "../../core/pipeline/request-deadline.ts";
import { readStoreTimeout } from "../../core/storage/store-timeout.ts";
import { createDeadlines } from "../../core/timing/deadlines.ts";
import { install, post } from "../core/pipeline/installation.ts";
import { settled, stateOf } from "../core/settled.ts";
import { heldTimer } from "./held-timer.ts";

const timeoutMs = 1_000;
const fine: HttpResponse = { status: 200, headers: {}, body: "fine" };

function request(fields: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: "POST",
    target: "/api/v1/web/ads",
    header: () => undefined,
    readBody: async () => new Uint8Array(0),
    ...fields,
  };
}

/** A pipeline that reads the body and then answers when it is told to. */
function slowPipeline(maxUnderWay = 100) {
  const { timer, stopwatch, pass, pending } = heldTimer();
  const release = Promise.withResolvers<HttpResponse>();
  const told: string[] = [];
  let worked = 0;
  const answer = withRequestDeadline(
    async (one) => {
      if (one.method === "POST") await one.readBody(1);
      worked += 1;
      return release.promise;
    },
    {
      deadlines: createDeadlines({ subject: "The store", timeoutMs: () => timeoutMs, timer, stopwatch }),
      gate: createGate({
        findPath: ({ target }) => ownPath(target, "", true),
        admission: createAdmission(stopwatch, { least: maxUnderWay, first: maxUnderWay, most: maxUnderWay }),
        random: (length) => new Uint8Array(length),
        onRefused: (error) => told.push(String(error)),
      }),
      newRequestId: () => "id",
      onTooLate: (error) => told.push(String(error)),
    },
  );
  return { answer, pass, pending, told, release: release.resolve, worked: () => worked };
}

describe("a request that takes too long", () => {
  it("is answered 503 with Retry-After, readable by pages, and its own answer is dropped and logged", async () => {
    const { answer, pass, release, told } = slowPipeline();
    const response = answer(request());
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
    expect(JSON.parse(body)).toMatchObject({ code: "unavailable", request_id: "id" });
    expect(told).toEqual([]);
    release(fine);
    await settled();
    expect(told).toEqual(["TimedOut: The store did not answer within 1000 ms."]);
  });

  it("because its client is slow to send it has all the time it needs", async () => {
    const { answer, pass, release } = slowPipeline();
    const body = Promise.withResolvers<Uint8Array>();
    const response = answer(request({ readBody: () => body.promise }));
    pass(10 * timeoutMs);
    expect(await stateOf(response)).toBe("pending");
    body.resolve(new Uint8Array(0));
    release(fine);
    expect(await response).toBe(fine);
  });

  it("without a body is answered too, and HEAD without one", async () => {
    const { answer, pass } = slowPipeline();
    const responses = [
      answer(request({ method: "GET", target: "/api/v1/click/x" })),
      answer(request({ method: "HEAD", target: "/readyz" })),
    ];
    pass(timeoutMs);
    const [get, head] = await Promise.all(responses);
    expect([get?.status, head?.status, head?.body]).toEqual([503, 503, ""]);
    expect(get?.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("requests under way", () => {
  it("are bounded: one more is answered 503 at once and not worked on, until one of them ends", async () => {
    const { answer, worked, release, told } = slowPipeline(2);
    const two = [answer(request()), answer(request())];
    await settled();
    expect((await answer(request())).status).toBe(503);
    expect((await answer(request({ method: "GET", target: "/readyz" }))).status).toBe(503);
    expect(worked()).toBe(2);
    expect(told).toHaveLength(2);
    // Whether the process lives does not depend on it.
    expect(await stateOf(answer(request({ method: "GET", target: "/livez" })))).toBe("pending");
    release(fine);
    await Promise.all(two);
    expect(await answer(request())).toBe(fine);
  });

  it("leave no timer once they are answered", async () => {
    const { answer, pass, pending, release } = slowPipeline();
    release(fine);
    await Promise.all(Array.from({ length: 100 }, () => answer(request())));
    pass(timeoutMs);
    expect(pending()).toBe(0);
  });
});

describe("a place", () => {
  const badBody = async (): Promise<Uint8Array> => Promise.reject(new Error("The client left."));

  it.each([
    ["is answered", {}, async () => fine],
    ["has no body", { method: "GET", target: "/api/v1/click/x" }, async () => fine],
    ["is answered without its body", { target: "/api/v1/nothing" }, "no body"],
    ["loses its client", { readBody: badBody }, async () => fine],
    ["fails", {}, async () => Promise.reject(new Error("A bug."))],
    ["fails at once", { method: "GET" }, () => Promise.reject(new Error("A bug."))],
  ] as const)("is given back by a request that %s", async (_, fields, end) => {
    const { stopwatch, timer } = heldTimer();
    const admission = createAdmission(stopwatch);
    let most = 0;
    const answer = withRequestDeadline(
      async (one) => {
        if (end === "no body") return fine;
        if (one.method === "POST") await one.readBody(1).catch(() => {});
        most = Math.max(most, admission.underWay());
        return end();
      },
      {
        deadlines: createDeadlines({ subject: "The store", timeoutMs: () => timeoutMs, timer, stopwatch }),
        gate: createGate({
          findPath: ({ target }) => ownPath(target, "", true),
          admission,
          random: (length) => new Uint8Array(length),
          onRefused: () => {},
        }),
        newRequestId: () => "id",
        onTooLate: () => {},
      },
    );
    await Promise.allSettled(Array.from({ length: 10 }, () => answer(request(fields))));
    expect(admission.underWay()).toBe(0);
    expect(most > 0).toBe(end !== "no body" && !("readBody" in fields));
  });

  it("is kept by a request that was answered 503 for its time, until its own answer is there", async () => {
    const { answer, pass, release, worked } = slowPipeline(1);
    const late = answer(request());
    await settled();
    pass(timeoutMs);
    expect((await late).status).toBe(503);
    expect((await answer(request())).status).toBe(503);
    expect(worked()).toBe(1);
    release(fine);
    await settled();
    expect(await answer(request())).toBe(fine);
  });
});

describe("the store's timeout", () => {
  const of = (setting: string) => readStoreTimeout({ env: () => setting });

  it("is 5 seconds, or what the option or else the variable says", () => {
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
