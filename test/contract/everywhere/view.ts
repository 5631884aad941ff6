import { expect } from "vitest";
import { expectFieldError, expectProblem, expectSeen } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { platformIds, priceMicros } from "../catalog.ts";
import { browser, newVisitor, paths, server } from "../client.ts";
import type { Subject } from "../target.ts";
import { anythingButA } from "../values.ts";

const hourMs = 3_600_000;

/** §2.5, §4.3: view confirmations. The exact milliseconds are in in-process/timing.test.ts. */
export function defineView({ client, target, describe, it, wire }: Subject): void {
  describe("§2.5 §4.3 a view confirmation", () => {
    it("§3.1 an ad that is issued and never seen is not charged", async () => {
      const charged = await chargedBy(target(), async () => {
        await client.issue();
        await target().advance(hourMs + 1);
      });
      expect(charged).toEqual({ charges: 0, spentMicros: 0 });
    });
    wire("§4.3 a second after the issue it is answered ok and charged", async () => {
      const issued = await client.issue();
      await target().advance(1_000);
      const charged = await chargedBy(target(), async () => {
        const answer = await client.seen(issued);
        expectSeen(answer);
        expect(answer.text).toBe('{"ok":true}');
      });
      expect(charged).toEqual({ charges: 1, spentMicros: priceMicros });
    });
    it("§4.3 works from a server with either identity", async () => {
      for (const identity of [{ stable_user_id: "u" }, { visitor_id: newVisitor() }]) {
        const issued = await client.issue(identity, server);
        await target().advance(1_000);
        expectSeen(await client.seen(issued));
      }
    });
    wire(
      "§4.3 at once after the issue it is answered 409, says when to come back, and charges nothing",
      async () => {
        const issued = await client.issue();
        const charged = await chargedBy(target(), async () => {
          const answer = await client.seen(issued);
          expectProblem(answer, 409, "too_early");
          expect(answer.headers.get("retry-after")).toBe("1");
        });
        expect(charged.charges).toBe(0);
      },
    );
    it("§4.3 a 409 consumes nothing: the same receipt is good a second later", async () => {
      const issued = await client.issue();
      expectProblem(await client.seen(issued), 409);
      expectProblem(await client.seen(issued), 409);
      await target().advance(1_000);
      expect((await chargedBy(target(), async () => expectSeen(await client.seen(issued)))).charges).toBe(1);
    });
    wire("§4.3 repeated ten times it is answered ok each time and charged once", async () => {
      const issued = await client.issue();
      await target().advance(1_000);
      const charged = await chargedBy(target(), async () => {
        for (let index = 0; index < 10; index++) expectSeen(await client.seen(issued));
      });
      expect(charged).toEqual({ charges: 1, spentMicros: priceMicros });
    });
    wire("§4.3 sent sixty-four times at once it is charged once", async () => {
      const issued = await client.issue();
      await target().advance(1_000);
      const charged = await chargedBy(target(), async () => {
        const answers = await Promise.all(Array.from({ length: 64 }, () => client.seen(issued)));
        answers.forEach(expectSeen);
      });
      expect(charged).toEqual({ charges: 1, spentMicros: priceMicros });
    });
    it("§4.3 past the hour it is answered 410 and charges nothing", async () => {
      const issued = await client.issue();
      await target().advance(hourMs + 1);
      const charged = await chargedBy(target(), async () => {
        expectProblem(await client.seen(issued), 410, "gone");
      });
      expect(charged.charges).toBe(0);
    });
    it("§4.3 past the hour a view that was confirmed in time is answered 410 as well", async () => {
      const issued = await client.issue();
      await target().advance(1_000);
      expectSeen(await client.seen(issued));
      await target().advance(hourMs);
      expectProblem(await client.seen(issued), 410, "gone");
    });
    it("§4.3 an invalid receipt is answered 410 and not 409, however early", async () => {
      const issued = await client.issue();
      expectProblem(await client.seen(issued, { view: "A".repeat(24) }), 410, "gone");
    });
    it("§7 forged, foreign, unknown and expired are one answer", async () => {
      const expired = await client.issue();
      await target().advance(hourMs + 1);
      const issued = await client.issue();
      const answers = [
        await client.seen(expired),
        await client.seen(issued, { view: "A".repeat(24) }),
        await client.seen(issued, { view: "" }),
        await client.seen(issued, { visitor_id: newVisitor() }),
        await client.seen(issued, { delivery_id: expired.ad.delivery_id }),
        await client.seen(issued, { delivery_id: "nothing" }),
      ];
      const bodies = answers.map((answer) => {
        const { request_id } = expectProblem(answer, 410, "gone");
        return answer.text.replace(request_id, "");
      });
      expect(new Set(bodies).size).toBe(1);
    });
  });

  describe("§2.5 the fields of a view confirmation", () => {
    const fields = {
      platform_id: platformIds.main,
      visitor_id: "visitor-0123456789",
      delivery_id: "d",
      view: "v",
    };
    const send = (change: object) => client.post(paths.seen, { ...fields, ...change }, browser);
    it.each(["platform_id", "visitor_id", "delivery_id", "view"])("§2.5 %s is required", async (field) => {
      expectFieldError(await send({ [field]: undefined }), field);
    });
    it.each(["platform_id", "visitor_id", "delivery_id", "view"])("§2.5 %s is a string", async (field) => {
      for (const [, value] of anythingButA("string")) expectFieldError(await send({ [field]: value }), field);
    });
    it("§2.5 stable_user_id from a browser is answered 400", async () => {
      expectFieldError(await send({ visitor_id: undefined, stable_user_id: "u" }), "stable_user_id");
    });
    wire("§5.2 two identities are answered 400", async () => {
      const both = { ...fields, stable_user_id: "u" };
      expectFieldError(await client.post(paths.seen, both, server), "stable_user_id");
    });
    it("§7 a receipt that is not one of ours is answered 410", async () => {
      expectProblem(await send({}), 410, "gone");
      expectProblem(await send({ delivery_id: "", view: "" }), 410, "gone");
    });
    wire("§2.1 unknown fields are ignored", async () => {
      const issued = await client.issue();
      await target().advance(1_000);
      expectSeen(await client.seen(issued, { action: 1, placement: [], test: "yes" }));
    });
  });
}
