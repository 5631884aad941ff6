import { expect } from "vitest";
import { adOf, expectProblem, expectSeen } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { platformIds } from "../catalog.ts";
import { bearer, browser, browserOn, newVisitor, server, testServer } from "../client.ts";
import { contractKeys } from "../keys.ts";
import { allowedOrigins, type Refusal, refusals } from "../refusals.ts";
import type { Subject } from "../target.ts";

/** §5: the allowed callers, and the answers to all others. in-process/refused.test.ts checks that refusals change nothing. */
export function defineAuthentication({ client, target, describe, it, wire }: Subject): void {
  describe("§5.4 refused callers", () => {
    const isRefused = async ({ headers, platform, status, code }: Refusal): Promise<void> => {
      const answer = await client.ads({ platform_id: platform }, headers);
      expectProblem(answer, status, code);
      expect(answer.headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    };
    const title = "§5.4 $name on $platform is answered $status";
    wire.each(refusals.filter(({ platform }) => platform === platformIds.main))(title, isRefused);
    it.each(refusals.filter(({ platform }) => platform !== platformIds.main))(title, isRefused);
    wire("§5.4 a 403 to a page does not name the sites that are allowed", async () => {
      const answer = await client.ads({}, { origin: "https://other.example" });
      expect(answer.text).not.toContain("site.example");
      expect(answer.text).not.toContain("apps.example");
    });
  });

  describe("§5 callers that are let in", () => {
    wire.each(allowedOrigins)("§5 a browser on %s", async (origin) => {
      adOf(await client.ads({}, browserOn(origin)));
    });
    wire("§5 a server with a live key, on each platform of its publisher", async () => {
      adOf(await client.ads({}, server));
      adOf(await client.ads({ platform_id: platformIds.sibling }, server));
    });
    it("§5 a server with another live key of the publisher", async () => {
      adOf(await client.ads({}, bearer(contractKeys.secondLive.key)));
    });
    it("§5 another publisher's server on its own platform", async () => {
      adOf(await client.ads({ platform_id: platformIds.foreign }, bearer(contractKeys.foreign.key)));
    });
    wire("§5 a server with a test key", async () => {
      adOf(await client.ads({}, testServer));
    });
    wire("§5 the scheme's case does not matter", async () => {
      adOf(await client.ads({}, { authorization: `bearer ${contractKeys.live.key}` }));
      adOf(await client.ads({}, { authorization: `BEARER ${contractKeys.live.key}` }));
    });
    wire("§4.1 cookies and a query mean nothing", async () => {
      adOf(await client.ads({}, { ...browser, cookie: "session=1; Authorization=x" }));
      expectProblem(await client.ads({}, { cookie: `authorization=Bearer ${contractKeys.live.key}` }), 401);
    });
    wire("§5 Referer and Host do not stand in for Origin", async () => {
      expectProblem(await client.ads({}, { referer: "https://site.example/page" }), 401);
      expectProblem(await client.ads({}, { "x-forwarded-host": "site.example" }), 401);
    });
  });

  describe("§5.3 seen and interact need the authentication of the ad request", () => {
    const visitor_id = newVisitor();
    it.each([
      ["a browser's ad from a server", browser, server],
      ["a server's ad from a browser", server, browser],
      ["a live key's ad with a test key", server, testServer],
    ])("§5.3 %s is answered 410 and charges nothing", async (_name, issuer, other) => {
      const issued = await client.issue({ visitor_id, accept_formats: ["consent"] }, issuer);
      await target().advance(1_000);
      const charged = await chargedBy(target(), async () => {
        expectProblem(await client.seen(issued, {}, other), 410, "gone");
      });
      expect(charged.charges).toBe(0);
    });
    wire("§5.3 another browser on another allowed site of the platform is the same caller", async () => {
      const issued = await client.issue({ visitor_id });
      await target().advance(1_000);
      expectSeen(await client.seen(issued, {}, browserOn("https://a.apps.example")));
    });
    it("§5.3 another live key of the publisher is the same caller: keys are rotated", async () => {
      const issued = await client.issue({ visitor_id }, server);
      await target().advance(1_000);
      expectSeen(await client.seen(issued, {}, bearer(contractKeys.secondLive.key)));
    });
  });
}
