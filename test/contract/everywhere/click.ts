import { describe, expect, it } from "vitest";
import { botAnswerOf, expectProblem, nextAdOf } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { landing, lastLanding, priceMicros } from "../catalog.ts";
import { actionsOf, at, type HeaderFields, linksOf } from "../client.ts";
import type { Subject, TargetRequest } from "../target.ts";

const hourMs = 3_600_000;

export const robots: readonly string[] = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "TelegramBot (like TwitterBot)",
  "WhatsApp/2.23.20.0",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Twitterbot/1.0",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  "curl/8.5.0",
  "python-requests/2.32.0",
];

export const prefetches: readonly HeaderFields[] = [
  { "sec-purpose": "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { "sec-purpose": "prefetch;anonymous-client-ip" },
  { purpose: "prefetch" },
  { purpose: "Prefetch" },
  { "x-moz": "prefetch" },
];

/** §4.5: click links. */
export function defineClick({ client, target }: Subject): void {
  const link = async (): Promise<string> =>
    at(linksOf((await client.issue({ accept_formats: ["text"] })).ad), 0);

  describe("§4.5 a click", () => {
    it("§4.5 redirects to the landing page of the catalogue", async () => {
      const answer = await client.click(await link());
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(landing);
      expect(answer.text).toBe("");
    });
    it("§4.5 is not cached, not indexed, and tells the landing page no referrer", async () => {
      const { headers } = await client.click(await link());
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toBe("noindex");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    });
    it("§3.5 counts the impression as seen: charged once, even in the first second", async () => {
      const url = await link();
      const first = await chargedBy(target(), () => client.click(url));
      expect(first).toEqual({ charges: 1, spentMicros: priceMicros });
      const second = await chargedBy(target(), () => client.click(url));
      expect(second.charges).toBe(0);
    });
    it("§3.5 after a confirmed view is not charged again", async () => {
      const issued = await client.issue();
      await target().advance(1_000);
      await client.seen(issued);
      const charged = await chargedBy(target(), () => client.click(at(linksOf(issued.ad), 0)));
      expect(charged.charges).toBe(0);
    });
    it("§3.5 sixty-four at once are charged once", async () => {
      const url = await link();
      const charged = await chargedBy(target(), async () => {
        const answers = await Promise.all(Array.from({ length: 64 }, () => client.click(url)));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
      });
      expect(charged).toEqual({ charges: 1, spentMicros: priceMicros });
    });
    it("§3.3 past the hour still redirects, and charges nothing", async () => {
      const url = await link();
      await target().advance(hourMs + 1);
      const charged = await chargedBy(target(), async () => {
        expect((await client.click(url)).headers.get("location")).toBe(landing);
      });
      expect(charged.charges).toBe(0);
    });
    it("§4.5 of a later scene leads where that scene's button leads", async () => {
      const issued = await client.issue({ accept_formats: ["quiz"] });
      const second = nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
      const last = nextAdOf(await client.press(issued, at(actionsOf(second), 0)));
      expect((await client.click(at(linksOf(last), 0))).headers.get("location")).toBe(lastLanding);
    });
    it("§4.5 never goes where the URL says", async () => {
      const url = await link();
      for (const query of [
        "?url=https://evil.example",
        "?to=//evil.example",
        "?location=https://evil.example",
      ]) {
        expect((await client.click(`${url}${query}`)).headers.get("location")).toBe(landing);
      }
    });
    it("§4.5 needs no credentials, and what is sent does not matter", async () => {
      const headers = { origin: "https://evil.example", authorization: "Bearer x", cookie: "a=b" };
      expect((await client.click(await link(), { headers })).status).toBe(302);
    });
  });

  describe("§4.5 what is no click", () => {
    /** Not counted, and a person's click afterwards still is. */
    const expectUncounted = async (init: TargetRequest, status: number): Promise<void> => {
      for (const url of [await link(), botAnswerOf(await client.bot()).ad?.button_url ?? ""]) {
        const uncounted = await chargedBy(target(), async () => {
          const answer = await client.click(url, init);
          if (status === 302) expect([answer.status, answer.text]).toEqual([302, ""]);
          else expectProblem(answer, status);
          expect(answer.headers.get("cache-control")).toBe("no-store");
          expect(answer.headers.has("location")).toBe(status === 302);
        });
        expect(uncounted.charges).toBe(0);
        expect((await chargedBy(target(), () => client.click(url))).charges).toBe(1);
      }
    };
    it("§4.5 HEAD has the same headers and is not counted", async () => {
      const url = await link();
      const head = await client.click(url, { method: "HEAD" });
      const get = await client.click(url);
      for (const name of [
        "location",
        "cache-control",
        "referrer-policy",
        "x-robots-tag",
        "x-content-type-options",
      ]) {
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      }
      await expectUncounted({ method: "HEAD" }, 302);
    });
    it.each(prefetches)(
      "§4.2 links are never prefetched: %j is answered 503 and not counted",
      async (headers) => {
        await expectUncounted({ headers }, 503);
      },
    );
    it("§7 a prefetch of a test ad's link is answered 503 with Retry-After, too", async () => {
      const { ad } = await client.issue({ test: true, test_format: "text" });
      const answer = await client.click(at(linksOf(ad), 0), { headers: { "sec-purpose": "prefetch" } });
      expectProblem(answer, 503, "unavailable");
      expect(answer.headers.get("retry-after")).toBe("1");
    });
    it.each(robots)("§4.5 %s is redirected and not counted", async (agent) => {
      await expectUncounted({ headers: { "user-agent": agent } }, 302);
    });
  });

  describe("§4.5 a link that is not one of ours", () => {
    it.each([
      "A",
      "A".repeat(43),
      "A".repeat(44),
      "A".repeat(45),
      "__proto__",
      "constructor",
      "a.b",
      "-",
      "~",
    ])("§4.5 %s is answered 404", async (id) => {
      const answer = await client.request(`/api/v1/click/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.has("location")).toBe(false);
    });
    it("§4.5 is answered 404 as a problem that is not cached", async () => {
      expectProblem(await client.request(`/api/v1/click/${"A".repeat(44)}`), 404, "not_found");
    });
    it("§4.5 HEAD of one is answered 404 without a body", async () => {
      const answer = await client.request(`/api/v1/click/${"A".repeat(44)}`, { method: "HEAD" });
      expect([answer.status, answer.text]).toEqual([404, ""]);
    });
  });
}
