import { Agent } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultBaseUrl } from "./app.ts";
import { type Comparable, comparable } from "./comparable.ts";
import { exchange, type RawRequest } from "./exchange.ts";
import { advancePath, auditPath } from "./probes.ts";
import { demoSeed } from "./seed.ts";
import { exampleTargets, prefix, runtimeTargets, type Target, type TargetKind } from "./targets.ts";

const ads = "/api/v1/web/ads";
const unknown = "/api/v1/web/nothing";
const { seed, liveKey } = demoSeed(defaultBaseUrl);
const env = {
  HANDBILL_TEST_SEED: JSON.stringify(seed),
  HANDBILL_BASE_URL: `${defaultBaseUrl}${prefix}`,
};
const json = { "content-type": "application/json" };
const serverHeaders = { ...json, authorization: `Bearer ${liveKey}` };
const adRequest = { platform_id: "pf_demo", visitor_id: "visitor-0123456789" };
const testRequest = (format: string): RawRequest => ({
  method: "POST",
  path: ads,
  headers: serverHeaders,
  body: JSON.stringify({ ...adRequest, test: true, test_format: format }),
});
const tooLarge = JSON.stringify({ ...adRequest, padding: "x".repeat(64 * 1024) });

const requests: Readonly<Record<string, RawRequest>> = {
  "a liveness check": { method: "GET", path: "/livez" },
  "a readiness check": { method: "GET", path: "/readyz" },
  "a HEAD request": { method: "HEAD", path: "/livez" },
  "an unknown path": { method: "GET", path: unknown },
  "an unknown path with a body": { method: "POST", path: unknown, headers: json, body: "{}" },
  "a body in an encoding": {
    method: "POST",
    path: ads,
    headers: { ...serverHeaders, "content-encoding": "gzip" },
    body: gzipSync(JSON.stringify(adRequest)),
  },
  "a body that is not in its encoding": {
    method: "POST",
    path: ads,
    headers: { ...serverHeaders, "content-encoding": "br" },
    body: JSON.stringify(adRequest),
  },
  "a wrong method": { method: "GET", path: ads },
  "a wrong method with a body": { method: "PUT", path: ads, headers: json, body: "{}" },
  "a preflight": {
    method: "OPTIONS",
    path: ads,
    headers: { origin: "https://site.example", "access-control-request-method": "POST" },
  },
  "a body over 64 KiB": { method: "POST", path: ads, headers: serverHeaders, body: tooLarge },
  "a body over 64 KiB in chunks": {
    method: "POST",
    path: ads,
    headers: serverHeaders,
    body: tooLarge,
    chunked: true,
  },
  "a body over 1 MiB in chunks": {
    method: "POST",
    path: ads,
    headers: serverHeaders,
    body: tooLarge + " ".repeat(1_200_000),
    chunked: true,
  },
  "a body in chunks": {
    method: "POST",
    path: ads,
    headers: serverHeaders,
    body: JSON.stringify({ ...adRequest, test: true }),
    chunked: true,
  },
  "malformed JSON": { method: "POST", path: ads, headers: serverHeaders, body: '{"platform_id": ' },
  "JSON that is not an object": { method: "POST", path: ads, headers: serverHeaders, body: '"text"' },
  "invalid UTF-8": {
    method: "POST",
    path: ads,
    headers: serverHeaders,
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  },
  "an empty body": { method: "POST", path: ads, headers: serverHeaders, body: "" },
  "another content type": {
    method: "POST",
    path: ads,
    headers: { ...serverHeaders, "content-type": "text/plain" },
    body: JSON.stringify(adRequest),
  },
  "an unknown content type": {
    method: "POST",
    path: ads,
    headers: { ...serverHeaders, "content-type": "application/x-unknown" },
    body: JSON.stringify(adRequest),
  },
  "no key": { method: "POST", path: ads, headers: json, body: JSON.stringify(adRequest) },
  "a click that nobody issued": { method: "GET", path: `/api/v1/click/${"A".repeat(44)}` },
  "a request for a test text": testRequest("text"),
  "a request for a test quiz": testRequest("quiz"),
};

/** Filled by the first target, Node; all others are compared with it. */
const expected = new Map<string, Comparable>();

describe.each([...runtimeTargets, ...exampleTargets])("$name", (kind: TargetKind) => {
  let target: Target;
  beforeAll(async () => {
    target = await kind.open(env);
  }, 120_000);
  afterAll(() => target?.stop());

  it("runs on the runtime it is named after", () => {
    expect(target.runtime).toBe(kind.runtime);
  });

  it.each(Object.entries(requests))("answers %s as every other does", async (name, request) => {
    const answer = comparable(await exchange(target.url, request));
    if (!expected.has(name)) expected.set(name, answer);
    expect(answer).toEqual(expected.get(name));
  });

  it("issues a billable ad and charges it once", async () => {
    const post = (path: string, body: unknown): RawRequest => ({
      method: "POST",
      path,
      headers: serverHeaders,
      body: JSON.stringify(body),
    });
    const issued = await exchange(target.url, post(ads, { ...adRequest, accept_formats: ["card"] }));
    const { delivery_id, view } = JSON.parse(issued.body).ad;
    const seen = post("/api/v1/web/seen", { ...adRequest, delivery_id, view });
    expect(await exchange(target.url, seen)).toMatchObject({ status: 409, headers: { "retry-after": "1" } });
    await exchange(target.url, { method: "GET", path: `${advancePath}?ms=1000` });
    for (const repeat of [1, 2]) {
      expect((await exchange(target.url, seen)).status, `call ${repeat}`).toBe(200);
    }
    const audit = JSON.parse((await exchange(target.url, { method: "GET", path: auditPath })).body);
    expect(audit.campaigns.reduce((sum: number, { charges }: { charges: number }) => sum + charges, 0)).toBe(
      1,
    );
  });

  it("answers several requests over one connection", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await exchange(target.url, testRequest("text"), agent);
    const second = await exchange(target.url, testRequest("text"), agent);
    agent.destroy();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.reusedSocket).toBe(true);
  });

  if (exampleTargets.includes(kind)) {
    it("leaves the application its own routes", async () => {
      const hello = await exchange(new URL(target.url).origin, { method: "GET", path: "/hello" });
      expect(hello).toMatchObject({ status: 200, body: "The application's own page." });
    });
  }

  it("is not disturbed by a client that leaves in the middle of its request", async () => {
    const agent = new Agent();
    const left = exchange(target.url, testRequest("card"), agent);
    agent.destroy();
    await left.catch(() => undefined);
    expect((await exchange(target.url, { method: "GET", path: "/livez" })).status).toBe(200);
  });
});
