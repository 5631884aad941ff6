import { expect } from "vitest";
import { expectProblem } from "../answers.ts";
import { platformIds } from "../catalog.ts";
import { bearer, browser, json, paths, server } from "../client.ts";
import { contractKeys } from "../keys.ts";
import type { Subject } from "../target.ts";

const tooLarge = JSON.stringify({ padding: "x".repeat(64 * 1024) });

/** §7 (ours): which check comes first. Each request here is wrong in two ways. */
export function defineOrder({ client, describe, wire }: Subject): void {
  describe("§7 the order of the checks", () => {
    wire("§7 the method before the body: 405 and not 413", async () => {
      const answer = await client.request(paths.ads, { method: "PUT", headers: json, body: tooLarge });
      expectProblem(answer, 405, "method_not_allowed");
    });
    wire("§7 the size before the caller: 413 and not 401", async () => {
      for (const path of Object.values(paths))
        expectProblem(await client.post(path, tooLarge), 413, "body_too_large");
    });
    wire("§7 the size before the content type: 413 and not 400", async () => {
      expectProblem(await client.post(paths.ads, tooLarge, { "content-type": "text/plain" }), 413);
    });
    wire("§7 the fields before the caller: 400 and not 401 or 403", async () => {
      expectProblem(await client.ads({ test: "yes" }, {}), 400);
      expectProblem(await client.ads({ test: "yes" }, bearer("x")), 400);
      expectProblem(await client.ads({ test: "yes" }, { origin: "https://other.example" }), 400);
      expectProblem(await client.ads({ test: "yes", platform_id: platformIds.disabled }), 400);
    });
    wire("§7 the key before the platform: 401 and not 403", async () => {
      expectProblem(
        await client.ads({ platform_id: platformIds.disabled }, bearer(contractKeys.unknown.key)),
        401,
      );
    });
    wire("§7 the caller before the placement: who may not use a platform learns nothing of it", async () => {
      const placement = "nowhere";
      expectProblem(await client.ads({ placement }, {}), 401);
      expectProblem(await client.ads({ placement }, { origin: "https://other.example" }), 403);
      expectProblem(await client.ads({ placement }, bearer(contractKeys.foreign.key)), 403);
      expectProblem(await client.ads({ placement }, browser), 400);
      expectProblem(await client.ads({ placement }, server), 400);
    });
    wire("§7 the caller before the receipt: 401 and 403 and not 410", async () => {
      const issued = await client.issue();
      const view = "A".repeat(24);
      expectProblem(await client.seen(issued, { view }, {}), 401);
      expectProblem(await client.seen(issued, { view }, { origin: "https://other.example" }), 403);
      expectProblem(await client.press(issued, "A".repeat(28), {}, {}), 401);
      expectProblem(await client.press(issued, "A".repeat(28), {}, { origin: "null" }), 403);
    });
    wire("§7 the receipt before its age: 410 and not 409", async () => {
      const issued = await client.issue();
      expectProblem(await client.seen(issued, { delivery_id: issued.ad.delivery_id.slice(1) }), 410);
    });
  });

  describe("§7 429", () => {
    wire(
      "§7 the 301st ad request of a visitor in a minute is answered 429, with when to come back",
      async () => {
        const fields = { visitor_id: "visitor-in-a-great-hurry" };
        for (let index = 0; index < 300; index++) expect((await client.ads(fields)).status).toBe(200);
        const answer = await client.ads(fields);
        expectProblem(answer, 429, "rate_limited");
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
        expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(60);
        expect(answer.headers.get("ratelimit")).toMatch(/^"adsPerVisitor";r=0;t=\d+$/);
        expect(answer.headers.get("ratelimit-policy")).toBe('"adsPerVisitor";q=300;w=60');
        const exposed = answer.headers.get("access-control-expose-headers");
        expect(exposed).toBe("Retry-After, RateLimit, RateLimit-Policy, Request-Id");
      },
    );
  });
}
