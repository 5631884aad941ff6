import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createHandbill, type Handbill, type HandbillOptions } from "../../../core/mod.ts";
import { expectProblem } from "../answers.ts";
import { openWorld } from "../world.ts";

const secrets = ["a signing secret of at least 32 letters"];

function open(options: Partial<HandbillOptions> = {}): Handbill {
  const baseUrl = "https://ads.example/shop/ads";
  return createHandbill({ store: createMemoryStore(), baseUrl, secrets, log: () => {}, ...options });
}

/** Whether the path belongs to the service, and the status of its answer. */
async function ask(handbill: Handbill, path: string): Promise<unknown> {
  const { status } = await handbill.fetch(new Request(`https://host.example${path}`));
  return [path, handbill.handles(path), status];
}

describe("§4 the paths of the service", () => {
  it("§4 are those below /api/v1/, and the same below the path of the base URL", async () => {
    const handbill = open();
    for (const prefix of ["", "/shop/ads"]) {
      expect(await ask(handbill, `${prefix}/api/v1/pages/disclosure`)).toMatchObject({ 1: true, 2: 200 });
      expect(await ask(handbill, `${prefix}/api/v1/web/ads`)).toMatchObject({ 1: true, 2: 405 });
      expect(await ask(handbill, `${prefix}/api/v1/ad?x=1`)).toMatchObject({ 1: true, 2: 405 });
      expect(await ask(handbill, `${prefix}/api/v1/click/x`)).toMatchObject({ 1: true, 2: 404 });
    }
  });

  it.each([
    "/livez",
    "/readyz",
    "/users/livez",
    "/shop/ads/livez",
    "/orders/api/v1/ad",
    "/orders/api/v1/pages/disclosure",
    "/shop/api/v1/pages/disclosure",
    "/shop/ads2/api/v1/pages/disclosure",
    "/x/shop/ads/api/v1/pages/disclosure",
    "/shop/ads/x/api/v1/pages/disclosure",
    "/Shop/ads/api/v1/pages/disclosure",
    "//api/v1/pages/disclosure",
    "/shop/ads//api/v1/pages/disclosure",
    "/%61pi/v1/pages/disclosure",
    "/shop%2Fads/api/v1/pages/disclosure",
    "/blog/openapi.json",
    "/?next=/api/v1/pages/disclosure",
  ])("§4 %s is the host's: not claimed, and answered 404 where it comes all the same", async (path) => {
    expect(await ask(open(), path)).toEqual([path, false, 404]);
  });

  it("§4 only those that begin with /api/v1/ while there is no base URL, which is read at the first question", async () => {
    let asked = 0;
    let value: string | undefined;
    const env = (name: string): string | undefined => {
      if (name !== "HANDBILL_BASE_URL") return undefined;
      asked += 1;
      return value;
    };
    const handbill = open({ baseUrl: undefined, env });
    expect(asked).toBe(0);
    expect(handbill.handles("/api/v1/ad")).toBe(true);
    expect(handbill.handles("/shop/ads/api/v1/ad")).toBe(false);
    value = "https://ads.example/shop/ads";
    expect(handbill.handles("/shop/ads/api/v1/ad")).toBe(true);
    expect(await ask(handbill, "/shop/ads/api/v1/pages/disclosure")).toMatchObject({ 1: true, 2: 200 });
  });

  it("§4.6 health endpoints are there where they are asked for, below the prefix too", async () => {
    const handbill = open({ health: true });
    for (const path of ["/livez", "/readyz", "/shop/ads/livez", "/shop/ads/readyz"]) {
      expect(await ask(handbill, path)).toEqual([path, true, 200]);
    }
    for (const path of ["/users/livez", "/livez/", "/shop/livez", "//livez"]) {
      expect(await ask(handbill, path)).toEqual([path, false, 404]);
    }
  });

  it("§4.6 a server without pages of its own answers them, and claims none of a host's", async () => {
    const handbill = open();
    const request = new Request("https://host.example/readyz");
    expect((await handbill.fetch(request, { answersHealth: true })).status).toBe(200);
    expect(await ask(handbill, "/readyz")).toEqual(["/readyz", false, 404]);
    const post = new Request("https://host.example/livez", { method: "POST", body: "{}" });
    expect((await handbill.fetch(post, { answersHealth: true })).status).toBe(405);
    const own = open({ health: true });
    const refused = new Request("https://host.example/livez");
    expect((await own.fetch(refused, { answersHealth: false })).status).toBe(404);
  });
});

it("§4.6 an instance that is about to stop is not ready, logs no error, and serves everything else", async () => {
  const { handbill, client, log } = await openWorld({ health: true });
  const statusOf = async (path: string) => (await client.request(path)).status;
  expect(await statusOf("/readyz")).toBe(200);
  handbill.drain();
  const refused = await client.request("/readyz");
  expectProblem(refused, 503, "unavailable");
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await statusOf("/livez")).toBe(200);
  await client.issue();
  expect(log.filter(({ level }) => level === "error")).toEqual([]);
});
