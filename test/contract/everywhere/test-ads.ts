import { expect } from "vitest";
import { adOf, botAnswerOf, expectFieldError, expectProblem, nextAdOf } from "../answers.ts";
import { platformIds } from "../catalog.ts";
import { actionsOf, at, type Fields, type Issued, linksOf, server, testServer } from "../client.ts";
import type { Subject } from "../target.ts";

const formats = ["text", "image", "response", "card", "consent", "quiz"] as const;

/** §1, §2.1: test ads. */
export function defineTestAds({ client, target, describe, it, wire }: Subject): void {
  describe.each(formats)("§2.1 a test ad of the format %s", (format) => {
    const fields: Fields = { test: true, test_format: format };
    wire("§2.1 §2.3 is a test ad of this format, with a disclosure and without a receipt", async () => {
      const ad = adOf(await client.ads(fields));
      expect([ad.format, ad.test]).toEqual([format, true]);
      expect(ad.disclosure).not.toBe("");
      expect(ad).not.toHaveProperty("view");
    });
    it("§2.1 is given to a server too", async () => {
      expect(adOf(await client.ads(fields, server)).test).toBe(true);
    });
    it("§2.1 is given where no campaign is shown", async () => {
      expect(adOf(await client.ads({ ...fields, platform_id: platformIds.empty })).format).toBe(format);
    });
    it("§4.2 plays to its last scene, with its disclosure on every scene", async () => {
      await playToTheEnd(await client.issue(fields));
    });
    wire("§4.5 has links that redirect to a built-in page", async () => {
      const { ad } = await client.issue(fields);
      for (const url of linksOf(ad)) {
        const answer = await client.click(url);
        expect(answer.status).toBe(302);
        expect(answer.headers.get("location")).toBe(`${target().linkBase}/api/v1/pages/test-ad`);
      }
    });
  });

  describe.each([platformIds.waiting, platformIds.suspended])("§1 the platform %s", (platform_id) => {
    it("§1 §5 gets test ads, and otherwise no ad with 200 instead of 403", async () => {
      expect(adOf(await client.ads({ platform_id, test: true })).test).toBe(true);
      const answer = await client.ads({ platform_id });
      expect([answer.status, answer.json()]).toEqual([200, { has_ad: false, ad: null }]);
    });
  });

  it("§1 §5 a platform without approval appends nothing to a message", async () => {
    const answer = botAnswerOf(await client.bot({ platform_id: platformIds.waiting }));
    expect([answer.has_ad, answer.ad]).toEqual([false, null]);
  });

  /** Plays every way through the ad. */
  async function playToTheEnd(issued: Issued): Promise<void> {
    const actions = actionsOf(issued.ad);
    if (actions.length === 0) return;
    for (const action of actions) {
      const ad = nextAdOf(await client.press(issued, action));
      const { delivery_id, format, disclosure, expires_at, test } = issued.ad;
      expect(ad).toMatchObject({ delivery_id, format, disclosure, expires_at, test });
      expect(ad.blocks).not.toEqual(issued.ad.blocks);
      expect(ad).not.toHaveProperty("view");
      await playToTheEnd({ ...issued, ad });
    }
  }

  describe("§4.2 an ad of a campaign", () => {
    it.each(["consent", "quiz"])("§4.2 a %s plays to its last scene", async (format) => {
      await playToTheEnd(await client.issue({ accept_formats: [format] }));
    });
  });

  describe("§2.1 test_format", () => {
    it("§2.1 is the first accepted format by default", async () => {
      expect(adOf(await client.ads({ test: true })).format).toBe("text");
      expect(adOf(await client.ads({ test: true, accept_formats: ["quiz", "card"] })).format).toBe("quiz");
    });
    it.each(["bot", "video", "", null, 1, ["text"], "__proto__"])(
      "§2.1 %j is answered 400",
      async (value) => {
        expectFieldError(await client.ads({ test: true, test_format: value }), "test_format");
      },
    );
    it("§2.1 must be among accept_formats", async () => {
      const fields = { test: true, accept_formats: ["text", "card"] };
      expect(adOf(await client.ads({ ...fields, test_format: "card" })).format).toBe("card");
      expectFieldError(await client.ads({ ...fields, test_format: "quiz" }), "test_format");
    });
    it.each(["quiz", "video", null, 1])("§2.1 %j is ignored unless test is true", async (value) => {
      const fields = { accept_formats: ["text"], test_format: value };
      expect(adOf(await client.ads(fields)).format).toBe("text");
      expect(adOf(await client.ads({ ...fields, test: false })).test).toBe(false);
    });
  });

  describe("§2.1 a test key", () => {
    it("§2.1 gets test ads everywhere, without asking for them", async () => {
      const ad = adOf(await client.ads({}, testServer));
      expect(ad.test).toBe(true);
      expect(ad).not.toHaveProperty("view");
      const fields = { platform_id: platformIds.empty, accept_formats: ["card"] };
      expect(adOf(await client.ads(fields, testServer)).format).toBe("card");
    });
    wire("§2.7 gets test ads from the bot endpoint, with a disclosure and a tracked link", async () => {
      const bot = botAnswerOf(await client.bot({ platform_id: platformIds.empty }, testServer));
      expect(bot.has_ad).toBe(true);
      expect(bot.message).toContain("/api/v1/pages/disclosure");
      const answer = await client.click(bot.ad?.button_url ?? "");
      expect(answer.headers.get("location")).toBe(`${target().linkBase}/api/v1/pages/test-ad`);
    });
  });

  wire("§4.6 the picture of test ads may be kept, what links lead to may not", async () => {
    const [picture, page] = await Promise.all(
      ["/api/v1/pages/test-ad.svg", "/api/v1/pages/test-ad"].map((path) =>
        client.request(path, { method: "GET" }),
      ),
    );
    expect([picture?.status, page?.status]).toEqual([200, 200]);
    expect(picture?.headers.get("cache-control")).toBe("public, max-age=86400");
    expect(page?.headers.get("cache-control")).toBe("no-store");
  });
  it("§4.3 a test ad has nothing to confirm: a made-up receipt is answered 410", async () => {
    const issued = await client.issue({ test: true });
    expectProblem(await client.seen(issued, { view: "A".repeat(24) }), 410);
  });
  it("§4.2 the action of a test ad is answered the same however often it is sent", async () => {
    const issued = await client.issue({ test: true, test_format: "consent" });
    const action = at(actionsOf(issued.ad), 0);
    const first = nextAdOf(await client.press(issued, action));
    expect(nextAdOf(await client.press(issued, action))).toEqual(first);
  });
}
