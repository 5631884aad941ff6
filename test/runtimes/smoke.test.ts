import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Comparable, comparable } from "./comparable.ts";
import { exchange, type RawRequest } from "./exchange.ts";
import { adRequest, ads, env, requests, serverHeaders, testRequest } from "./mount-requests.ts";
import { advancePath, auditPath } from "./probe-paths.ts";
import { exampleTargets, runtimeTargets, type Target, type TargetKind } from "./targets.ts";

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
