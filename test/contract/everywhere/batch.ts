import { expect } from "vitest";
import { adsOf, answersOf, expectFieldError, expectProblem, expectSeen } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { platformIds } from "../catalog.ts";
import { at, bearer, browser, type Fields, newVisitor, paths, server, testServer } from "../client.ts";
import { contractKeys } from "../keys.ts";
import type { Subject } from "../target.ts";

const slot: Fields = {};
const times = (n: number): readonly Fields[] => Array.from({ length: n }, () => slot);
const none = { has_ad: false, ad: null };

/** §4.10: many slots in one request. */
export function defineBatch({ client, target, describe, it, wire }: Subject): void {
  describe("§4.10 a batch", () => {
    wire("§4.10 is answered in the order of its slots, each as a single request", async () => {
      const formats = ["quiz", "text", "image", "card", "consent", "response"];
      const slots = formats.map((format) => ({ accept_formats: [format], placement: "sidebar" }));
      const answer = await client.batch(slots);
      expect(adsOf(answer).map(({ format }) => format)).toEqual(formats);
      expect(answer.headers.get("retry-after")).toBeNull();
    });
    wire("§4.10 every ad is an issuance of its own, whose view charges once", async () => {
      const identity = { platform_id: platformIds.main, visitor_id: newVisitor() };
      const ads = adsOf(await client.batch(times(4), identity));
      expect(new Set(ads.map(({ delivery_id }) => delivery_id)).size).toBe(4);
      await target().advance(1_000);
      const charged = await chargedBy(target(), async () => {
        for (const ad of ads) expectSeen(await client.seen({ ad, identity, headers: browser }));
        expectSeen(await client.seen({ ad: at(ads, 0), identity, headers: browser }));
      });
      expect(charged.charges).toBe(4);
    });
    wire("§4.10 shows another campaign in each slot while there are enough", async () => {
      const ads = adsOf(await client.batch(times(20)));
      expect(new Set(ads.slice(0, 6).map(({ format }) => format)).size).toBe(6);
    });
    wire("§4.10 from a server has an identity of the server's", async () => {
      adsOf(await client.batch(times(2), { stable_user_id: "u" }, server));
    });
    it("§4.10 a slot without an ad does not keep the others from theirs", async () => {
      const fields = { platform_id: platformIds.placements };
      const answers = answersOf(await client.batch([{}, { placement: "sidebar" }, {}], fields));
      expect(answers.map(({ has_ad }) => has_ad)).toEqual([false, true, false]);
      expect([answers[0], answers[2]]).toEqual([none, none]);
    });
    it("§4.10 the topics of its question hold for all slots", async () => {
      const context = { question: "cheap flights" };
      const fields = { platform_id: platformIds.onlyTopics, context };
      expect(adsOf(await client.batch(times(2), fields)).map(({ about }) => about?.reason)).toEqual([
        "topic",
        "topic",
      ]);
    });
    it("§4.10 house ads fill what no campaign pays for", async () => {
      const ads = adsOf(await client.batch(times(2), { platform_id: platformIds.house }));
      expect(ads.map(({ view }) => view)).toEqual([undefined, undefined]);
    });
  });

  describe("§4.10 the slots of a batch", () => {
    wire.each([
      [undefined, "slots"],
      ["two", "slots"],
      [[], "slots"],
      [times(21), "slots"],
      [[{}, null], "slots[1]"],
      [[[]], "slots[0]"],
      [[{}, { placement: 7 }], "slots[1].placement"],
      [[{}, {}, { accept_formats: ["poster"] }], "slots[2].accept_formats[0]"],
      [[{ accept_formats: [] }], "slots[0].accept_formats"],
      [[{}, {}, { placement: "nowhere" }], "slots[2].placement"],
    ] as const)("§4.10 %j are a 400 for all, which names %s", async (slots, path) => {
      const charged = await chargedBy(target(), async () =>
        expectFieldError(await client.batch([], { slots }), path),
      );
      expect(charged.charges).toBe(0);
    });
    it("§4.10 fields of 2.1 are checked as in a single request", async () => {
      expectFieldError(await client.batch(times(2), { visitor_id: "short" }), "visitor_id");
      expectFieldError(await client.batch(times(2), { context: { type: "feed" } }), "context.text");
      expectFieldError(await client.batch(times(2), { language_code: "?" }), "language_code");
    });
    wire("§4.10 may be 20, with a context of the greatest size", async () => {
      const context = { type: "article", title: "t".repeat(4_096), content: "c".repeat(16_384) };
      expect(answersOf(await client.batch(times(20), { context }))).toHaveLength(20);
    });
  });

  describe("§4.10 the caller of a batch", () => {
    wire("§5 is checked as for a single request", async () => {
      expectProblem(await client.batch(times(2), {}, {}), 401);
      expectProblem(await client.batch(times(2), {}, bearer(contractKeys.unknown.key)), 401);
      expectProblem(await client.batch(times(2), {}, { origin: "https://other.example" }), 403);
      expectProblem(await client.batch(times(2), {}, bearer(contractKeys.foreign.key)), 403);
      expectProblem(await client.batch(times(2), { platform_id: platformIds.disabled }), 403);
      const both = { ...browser, ...server };
      expectProblem(await client.batch(times(2), {}, both), 400);
    });
    wire("§4.7 gets no ad in any slot when it is a program", async () => {
      const program = { ...browser, "user-agent": "curl/8.5.0" };
      expect(answersOf(await client.batch(times(2), {}, program))).toEqual([none, none]);
    });
    it("§4.9 gets no ad in any slot beside a sensitive subject", async () => {
      const context = { question: "How do I tell my children that I want to end my life?" };
      expect(answersOf(await client.batch(times(2), { context }))).toEqual([none, none]);
    });
    it("§1 of a platform that waits for approval gets none either", async () => {
      const fields = { platform_id: platformIds.waiting };
      expect(answersOf(await client.batch(times(2), fields))).toEqual([none, none]);
    });
    wire("§1 gets test ads for a test, of the first format that each slot accepts", async () => {
      const slots = [{ accept_formats: ["card", "text"] }, {}, { accept_formats: ["quiz"] }];
      const charged = await chargedBy(target(), async () => {
        for (const answer of [
          await client.batch(slots, { test: true }),
          await client.batch(slots, {}, testServer),
        ]) {
          const ads = adsOf(answer);
          expect(ads.map(({ format, test, view }) => [format, test, view])).toEqual([
            ["card", true, undefined],
            ["text", true, undefined],
            ["quiz", true, undefined],
          ]);
        }
      });
      expect(charged.charges).toBe(0);
    });
  });

  describe("§4.10 the rate limit of a batch", () => {
    wire("§8 takes a unit a slot: what is left is served, the rest says why, then 429", async () => {
      const fields = { visitor_id: newVisitor(), platform_id: platformIds.empty };
      for (let batch = 0; batch < 14; batch++)
        expect(answersOf(await client.batch(times(20), fields))).toEqual(times(20).map(() => none));
      answersOf(await client.batch(times(15), fields));
      const last = await client.batch(times(8), fields);
      const limited = { ...none, reason: "rate_limited" };
      expect(answersOf(last)).toEqual([none, none, none, none, none, limited, limited, limited]);
      const refused = await client.batch(times(2), fields);
      expectProblem(refused, 429, "rate_limited");
      expectProblem(await client.ads(fields), 429, "rate_limited");
      for (const { headers } of [last, refused]) {
        expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
        expect(headers.get("ratelimit")).toMatch(/^"adsPerVisitor";r=0;t=\d+$/);
        expect(headers.get("ratelimit-policy")).toBe('"adsPerVisitor";q=300;w=60');
        expect(headers.get("access-control-expose-headers")).toContain("Retry-After");
      }
    });
    wire("§4.10 does not begin when the request is refused", async () => {
      expect((await client.request(paths.batch, { method: "GET" })).status).toBe(405);
    });
  });
}
