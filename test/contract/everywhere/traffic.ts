import { expect } from "vitest";
import { adOrNone, expectProblem, expectSeen, nextAdOf } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { actionsOf, at, browser, type HeaderFields, server } from "../client.ts";
import type { Subject } from "../target.ts";

const program: HeaderFields = { ...browser, "user-agent": "Mozilla/5.0 (compatible; Example-Bot/1.0)" };

/** §4.7: traffic of programs. */
export function defineTraffic({ client, target, describe, wire }: Subject): void {
  describe("§4.7 a program that says so", () => {
    wire("§4.7 gets no ad without a key, but a test ad", async () => {
      expect(adOrNone(await client.ads({}, program))).toBeUndefined();
      expect(adOrNone(await client.ads({}, { origin: browser["origin"] ?? "" }))).toBeUndefined();
      expect(adOrNone(await client.ads({ test: true }, program))?.test).toBe(true);
    });
    wire("§4.7 gets an ad with a key", async () => {
      const headers = { ...server, "user-agent": "undici" };
      expect(adOrNone(await client.ads({}, headers))).toBeDefined();
    });
    wire("§4.7 is answered as a person for a view and a press, and charges nothing", async () => {
      const issued = await client.issue({ accept_formats: ["quiz"] });
      const ofProgram = { ...issued, headers: program };
      const charged = await chargedBy(target(), async () => {
        expectProblem(await client.seen(ofProgram), 409, "too_early");
        await target().advance(1_000);
        expectSeen(await client.seen(ofProgram));
        nextAdOf(await client.press(ofProgram, at(actionsOf(issued.ad), 0)));
      });
      expect(charged.charges).toBe(0);
      expect((await chargedBy(target(), async () => expectSeen(await client.seen(issued)))).charges).toBe(1);
    });
  });
}
