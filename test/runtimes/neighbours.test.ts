import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchange } from "./exchange.ts";
import { exampleTargets, prefix, type Target } from "./targets.ts";

/** Paths that a host may have for itself; none of them is exactly ours, with or without the prefix. */
const neighbours = [
  "/users/livez",
  "/orders/readyz",
  "/orders/api/v1/ad",
  "/orders/api/v1/web/ads",
  "/orders/api/v1/pages/disclosure",
  `/x${prefix}/api/v1/pages/disclosure`,
  `${prefix}2/api/v1/pages/disclosure`,
  "/api/v1/users",
  "/blog/openapi.json",
  "/openapi.json",
  "/?next=/api/v1/pages/disclosure",
];

// Next's route handlers are the host's own routes: the folder of a route says which paths it gets.
describe.each(exampleTargets.filter(({ name }) => !name.startsWith("next")))("on $name", ({ open }) => {
  let target: Target;
  beforeAll(async () => {
    target = await open();
  }, 120_000);
  afterAll(async () => void (await target.stop()));

  it("§4 the host keeps its own paths", async () => {
    const { origin } = new URL(target.url);
    expect((await exchange(origin, { method: "GET", path: "/hello" })).body).toBe(
      "The application's own page.",
    );
    for (const path of neighbours) {
      const { status, body } = await exchange(origin, { method: "GET", path });
      expect([path, status, body.includes("urn:") || body.includes('"request_id"')]).toEqual([
        path,
        404,
        false,
      ]);
    }
  });

  it("§4 ours are answered", async () => {
    for (const path of ["/api/v1/pages/disclosure", "/livez"]) {
      expect((await exchange(target.url, { method: "GET", path })).status).toBe(200);
    }
  });
});
