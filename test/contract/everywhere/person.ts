import { expect } from "vitest";
import { expectFieldError, expectProblem, expectSeen } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { browser, newVisitor } from "../client.ts";
import type { Subject } from "../target.ts";

/** §2.8, §4.8: the person's side. What is stored is in in-process/consent.test.ts and in-process/report.test.ts. */
export function definePerson({ client, target, describe, wire }: Subject): void {
  describe("§2.8 a privacy signal", () => {
    wire("§2.8 leaves the ad, its view and its charge as they are", async () => {
      const issued = await client.issue({ gpc: true }, { ...browser, "sec-gpc": "1" });
      await target().advance(1_000);
      expectProblem(await client.seen(issued, { visitor_id: newVisitor() }), 410, "gone");
      expect((await chargedBy(target(), async () => expectSeen(await client.seen(issued)))).charges).toBe(1);
    });
    wire("§2.8 of another type is refused", async () => {
      expectFieldError(await client.ads({ gpc: "yes" }), "gpc");
      expectFieldError(await client.ads({ tcf: 1 }), "tcf");
    });
  });

  describe("§4.8 a report of an ad", () => {
    wire("§4.8 is answered ok however often it is sent, and charges nothing", async () => {
      const issued = await client.issue();
      const charged = await chargedBy(target(), async () => {
        for (const reason of ["misleading", "other"]) {
          const answer = await client.report(issued, { reason });
          expect([answer.status, answer.text]).toEqual([200, '{"ok":true}']);
        }
      });
      expect(charged.charges).toBe(0);
    });
    wire("§4.8 by somebody else is answered 410, and an unknown reason is refused", async () => {
      const issued = await client.issue();
      expectProblem(await client.report(issued, { visitor_id: newVisitor() }), 410, "gone");
      expectFieldError(await client.report(issued, { reason: "dislike" }), "reason");
    });
  });
}
