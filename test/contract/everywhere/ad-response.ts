import { expect } from "vitest";
import type { AdFormat } from "../../../core/contract/formats.ts";
import { adOf, adOrNone } from "../answers.ts";
import { disclosure, platformIds, scenesByFormat } from "../catalog.ts";
import { actionsOf, linksOf, server } from "../client.ts";
import type { Subject } from "../target.ts";

const formats: readonly AdFormat[] = ["text", "image", "response", "card", "consent", "quiz"];

/** §2.3: the answer to an ad request. */
export function defineAdResponse({ client, target, describe, it, wire }: Subject): void {
  describe("§2.3 the ad response", () => {
    wire("§2.3 a no-ad response is has_ad false and ad null, and nothing else", async () => {
      const answer = await client.ads({ platform_id: platformIds.empty });
      expect(adOrNone(answer)).toBeUndefined();
      expect(answer.text).toBe('{"has_ad":false,"ad":null}');
    });
    wire("§2.3 a no-ad response says no reason, neither in its body nor in a header", async () => {
      const none = await client.ads({ platform_id: platformIds.empty });
      const some = await client.ads({});
      expect([...none.headers.keys()].sort()).toEqual([...some.headers.keys()].sort());
    });
    it("§3.1 every request is a new issuance: ten equal requests have ten delivery ids", async () => {
      const fields = { visitor_id: "visitor-asks-ten-times" };
      const ids = new Set<string>();
      for (let index = 0; index < 10; index++) ids.add(adOf(await client.ads(fields)).delivery_id);
      expect(ids.size).toBe(10);
    });
    wire("§3.1 sixty-four requests at once have sixty-four delivery ids", async () => {
      const answers = await Promise.all(Array.from({ length: 64 }, () => client.ads({}, server)));
      expect(new Set(answers.map((answer) => adOf(answer).delivery_id)).size).toBe(64);
    });
    wire("§3.2 expires_at moves with the moment of the issue", async () => {
      const first = Date.parse(adOf(await client.ads({})).expires_at);
      await target().advance(10_000);
      const later = Date.parse(adOf(await client.ads({})).expires_at) - first;
      expect(later).toBeGreaterThanOrEqual(10_000);
      expect(later).toBeLessThan(60_000);
    });
    it("§2.3 a billable ad has a receipt", async () => {
      expect(adOf(await client.ads({})).view).toBeDefined();
    });
    it("§2.3 a house ad, which costs nothing, has no receipt", async () => {
      const ad = adOf(await client.ads({ platform_id: platformIds.house }));
      expect(ad).not.toHaveProperty("view");
      expect(ad.test).toBe(false);
    });
    it("§2.3 two receipts are never the same", async () => {
      const fields = { visitor_id: "visitor-compares-receipts" };
      expect(adOf(await client.ads(fields)).view).not.toBe(adOf(await client.ads(fields)).view);
    });
  });

  describe.each(formats)("§2.3 an ad of the format %s", (format) => {
    it("§2.3 has its format and its disclosure", async () => {
      const ad = adOf(await client.ads({ accept_formats: [format] }));
      expect([ad.format, ad.disclosure, ad.test]).toEqual([format, disclosure, false]);
    });
    wire("§2.3 has the first scene's blocks in display order", async () => {
      const ad = adOf(await client.ads({ accept_formats: [format] }));
      const scene = scenesByFormat[format][0];
      expect(ad.blocks.map(({ kind }) => kind)).toEqual(scene?.blocks.map(({ kind }) => kind));
      const plain = scene?.blocks.filter(({ kind }) => kind !== "buttons");
      expect(ad.blocks.filter(({ kind }) => kind !== "buttons")).toEqual(plain);
    });
    it("§2.3 has the catalogue's buttons, without where they lead", async () => {
      const answer = await client.ads({ accept_formats: [format] });
      const labels = (blocks: readonly { kind: string; buttons?: readonly { label: string }[] }[]) =>
        blocks.flatMap(({ buttons = [] }) => buttons.map(({ label }) => label));
      expect(labels(adOf(answer).blocks)).toEqual(labels(scenesByFormat[format][0]?.blocks ?? []));
      expect(answer.text).not.toContain("shop.example");
      // Ids and tokens have any letters.
      expect(answer.text.replaceAll(/[\w-]{20,}/g, "")).not.toMatch(/goto|answer|landing/i);
    });
    wire("§2.3 has buttons whose urls are tracked click links below the base URL", async () => {
      for (const url of linksOf(adOf(await client.ads({ accept_formats: [format] })))) {
        const start = `${target().linkBase}/api/v1/click/`;
        expect(url.slice(0, start.length)).toBe(start);
        expect(url.slice(start.length)).toMatch(/^[A-Za-z0-9_-]{44}$/);
      }
    });
    it("§2.3 has signed actions if it is interactive, and none otherwise", async () => {
      const ad = adOf(await client.ads({ accept_formats: [format] }));
      expect(new Set(actionsOf(ad)).size).toBe(format === "consent" || format === "quiz" ? 2 : 0);
    });
  });
}
