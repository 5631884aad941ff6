import { describe, expect, it } from "vitest";
import { createMemoryRateLimiter } from "../../../adapters/memory/ratelimit.ts";
import { reportReasons } from "../../../core/contract/report-request.ts";
import { expectFieldError, expectProblem } from "../answers.ts";
import { platformIds } from "../catalog.ts";
import { browserOn, newVisitor, server, testServer } from "../client.ts";
import { openWorld, type World } from "../world.ts";

const hourMs = 3_600_000;

async function reported({ counts }: World) {
  return (await counts()).filter(({ metric }) => metric === "reported");
}

/** contract.md §4.8 */
describe("§4.8 a report", () => {
  it.each(reportReasons)("is counted under its reason: %s", async (reason) => {
    const world = await openWorld();
    const answer = await world.client.report(await world.client.issue(), { reason });
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    const { platformId, creativeVersionId: _, ...delivery } = await world.onlyDelivery();
    expect(await reported(world)).toMatchObject([
      { reason, platformId, campaignId: delivery.campaignId, creativeId: expect.stringMatching(/./), n: 1 },
    ]);
  });
  it("changes no money and no delivery", async () => {
    const { client, state } = await openWorld();
    const issued = await client.issue();
    const before = await state();
    expect((await client.report(issued)).status).toBe(200);
    expect(await state()).toEqual(before);
  });
  it("is counted once for each delivery, on all instances that share a limiter", async () => {
    const world = await openWorld({ limiter: createMemoryRateLimiter() });
    const other = world.reopen({});
    const issued = await world.client.issue();
    for (const client of [world.client, other, world.client]) {
      expect((await client.report(issued, { reason: "other" })).status).toBe(200);
    }
    await world.handbill.maintain();
    expect(await reported(world)).toMatchObject([{ n: 1 }]);
  });
  it("of an ad that a server asked for needs a live key of the publisher, and no Origin", async () => {
    const world = await openWorld();
    const issued = await world.client.issue({ stable_user_id: "user-1" }, server);
    expectProblem(await world.client.report(issued, {}, testServer), 410, "gone");
    const fromBrowser = browserOn("https://site.example");
    expectFieldError(await world.client.report(issued, {}, fromBrowser), "stable_user_id");
    expect((await world.client.report(issued)).status).toBe(200);
  });
  it("of somebody else, of another platform, of no delivery, and of a test ad is answered 410 and not counted", async () => {
    const world = await openWorld();
    const { client } = world;
    const issued = await client.issue();
    for (const fields of [
      { visitor_id: newVisitor() },
      { platform_id: platformIds.sibling },
      { delivery_id: "0".repeat(22) },
      { delivery_id: "\u20ac" },
    ]) {
      expectProblem(await client.report(issued, fields), 410, "gone");
    }
    expectProblem(await client.report(await client.issue({ test: true })), 410, "gone");
    expect(await reported(world)).toEqual([]);
  });
  it("is possible within the ad's hour, and not after it", async () => {
    const { client, clock } = await openWorld();
    const [first, second] = [await client.issue(), await client.issue()];
    clock.advance(hourMs);
    expect((await client.report(first)).status).toBe(200);
    clock.advance(1);
    expectProblem(await client.report(second), 410, "gone");
  });
  it("with another reason or free text is answered 400", async () => {
    const { client } = await openWorld();
    const issued = await client.issue();
    for (const reason of ["I know who did this", "", 1, undefined, ["other"]]) {
      expectFieldError(await client.report(issued, { reason }), "reason");
    }
  });
  it("of a declared bot gets the same answer and is not counted", async () => {
    const world = await openWorld();
    const issued = await world.client.issue();
    const bot = { ...issued.headers, "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" };
    expect((await world.client.report(issued, {}, bot)).status).toBe(200);
    expect(await reported(world)).toEqual([]);
  });
});
