import { expect } from "vitest";
import { expectFieldError, expectProblem, nextAdOf } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { disclosure, platformIds, priceMicros } from "../catalog.ts";
import { actionsOf, at, browserOn, linksOf, paths, server } from "../client.ts";
import type { Subject } from "../target.ts";
import { anythingButA } from "../values.ts";

const consent = { accept_formats: ["consent"] };
const quiz = { accept_formats: ["quiz"] };
const hourMs = 3_600_000;

/** §2.4, §4.2: interactions. */
export function defineInteraction({ client, target, describe, it, wire }: Subject): void {
  describe("§2.4 §4.2 an interaction", () => {
    wire("§2.4 is answered with ok and the ad that replaces the shown one", async () => {
      const issued = await client.issue(consent);
      const ad = nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
      const { delivery_id, expires_at } = issued.ad;
      expect(ad).toMatchObject({ delivery_id, expires_at, format: "consent", disclosure, test: false });
      expect(at(ad.blocks, 0)).toMatchObject({ text: "An offer" });
      expect(ad).not.toHaveProperty("view");
    });
    it("§2.4 leads where the pressed button leads", async () => {
      const issued = await client.issue(consent);
      const ad = nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 1)));
      expect(ad.blocks).toEqual([{ kind: "text", text: "Understood", role: "body" }]);
    });
    it("§2.4 works from a server with either identity", async () => {
      for (const identity of [{ stable_user_id: "u" }, { visitor_id: "visitor-0123456789" }]) {
        const issued = await client.issue({ ...consent, ...identity }, server);
        nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
      }
    });
    wire("§4.2 a repeated action is answered with the same ad", async () => {
      const issued = await client.issue(quiz);
      const action = at(actionsOf(issued.ad), 0);
      const first = nextAdOf(await client.press(issued, action));
      expect(nextAdOf(await client.press(issued, action))).toEqual(first);
    });
    it("§4.2 actions of earlier scenes stay valid", async () => {
      const issued = await client.issue(quiz);
      const [first, second] = [at(actionsOf(issued.ad), 0), at(actionsOf(issued.ad), 1)];
      const scene = nextAdOf(await client.press(issued, first));
      nextAdOf(await client.press(issued, at(actionsOf(scene), 0)));
      expect(nextAdOf(await client.press(issued, second))).toEqual(scene);
    });
    it("§2.3 the last scene has no actions", async () => {
      const issued = await client.issue(quiz);
      const second = nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
      const last = nextAdOf(await client.press(issued, at(actionsOf(second), 0)));
      expect(actionsOf(last)).toEqual([]);
      expect(linksOf(last)).toHaveLength(1);
    });
    wire("§3.5 a press counts the impression as seen: charged once, even in the first second", async () => {
      const issued = await client.issue(consent);
      const action = at(actionsOf(issued.ad), 0);
      const charged = await chargedBy(target(), () => client.press(issued, action));
      expect(charged).toEqual({ charges: 1, spentMicros: priceMicros });
      const again = await chargedBy(target(), () => client.press(issued, action));
      expect(again).toEqual({ charges: 0, spentMicros: 0 });
    });
    wire("§3.6 scenes, a view and clicks after a press do not charge again", async () => {
      const issued = await client.issue(quiz);
      const second = nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
      const charged = await chargedBy(target(), async () => {
        const last = nextAdOf(await client.press(issued, at(actionsOf(second), 0)));
        await target().advance(1_000);
        expect((await client.seen(issued)).status).toBe(200);
        expect((await client.click(at(linksOf(last), 0))).status).toBe(302);
        expect((await client.click(at(linksOf(issued.ad), 0))).status).toBe(302);
      });
      expect(charged).toEqual({ charges: 0, spentMicros: 0 });
    });
    it("§4.2 past expires_at an action is answered 410 and charges nothing", async () => {
      const issued = await client.issue(consent);
      await target().advance(hourMs + 1);
      const charged = await chargedBy(target(), async () => {
        expectProblem(await client.press(issued, at(actionsOf(issued.ad), 0)), 410, "gone");
      });
      expect(charged.charges).toBe(0);
    });
    it("§4.2 past expires_at the action of a test ad is answered 410", async () => {
      const issued = await client.issue({ test: true, test_format: "consent" });
      await target().advance(hourMs + 1);
      expectProblem(await client.press(issued, at(actionsOf(issued.ad), 0)), 410, "gone");
    });
    wire("§1 a house ad is played without a charge", async () => {
      const issued = await client.issue({ platform_id: platformIds.house });
      const charged = await chargedBy(target(), async () => {
        nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
      });
      expect(charged).toEqual({ charges: 0, spentMicros: 0 });
    });
  });

  describe("§2.4 the fields of an interaction", () => {
    const fields = {
      platform_id: platformIds.main,
      visitor_id: "visitor-0123456789",
      delivery_id: "d",
      action: "a",
    };
    const send = (change: object) =>
      client.post(paths.interact, { ...fields, ...change }, browserOn("https://site.example"));
    it.each(["platform_id", "visitor_id", "delivery_id", "action"])("§2.4 %s is required", async (field) => {
      expectFieldError(await send({ [field]: undefined }), field);
    });
    it.each(["platform_id", "visitor_id", "delivery_id", "action"])("§2.4 %s is a string", async (field) => {
      for (const [, value] of anythingButA("string")) expectFieldError(await send({ [field]: value }), field);
    });
    it("§2.4 stable_user_id from a browser is answered 400", async () => {
      expectFieldError(await send({ visitor_id: undefined, stable_user_id: "u" }), "stable_user_id");
    });
    it("§5.2 two identities are answered 400", async () => {
      const both = { ...fields, stable_user_id: "u" };
      expectFieldError(await client.post(paths.interact, both, server), "stable_user_id");
    });
    it("§7 an action that is not one of ours is answered 410", async () => {
      expectProblem(await send({}), 410, "gone");
      expectProblem(await send({ delivery_id: "", action: "" }), 410, "gone");
    });
    it("§2.1 unknown fields are ignored", async () => {
      const issued = await client.issue(consent);
      nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0), { view: 1, test: "yes", scene: 9 }));
    });
  });
}
