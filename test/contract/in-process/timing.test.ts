import { describe, expect, it } from "vitest";
import { adOf, botAnswerOf, expectProblem, expectSeen, nextAdOf } from "../answers.ts";
import { landing } from "../catalog.ts";
import { actionsOf, at, linksOf, person } from "../client.ts";
import { openWorld } from "../world.ts";

const hourMs = 3_600_000;

/** Guarantee 5, to the millisecond. */
describe("the windows of the contract", () => {
  it("§4.3 a view confirmed 999 ms after issuance is answered 409 and consumes nothing", async () => {
    const { client, clock, onlyDelivery, state } = await openWorld();
    const issued = await client.issue();
    const before = await state();
    for (const ms of [0, 1, 500, 498]) {
      clock.advance(ms);
      const answer = await client.seen(issued);
      expectProblem(answer, 409, "too_early");
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    expect(await state()).toEqual(before);
    clock.advance(1);
    expectSeen(await client.seen(issued));
    expect((await onlyDelivery()).chargedAt).toBe(clock.now());
  });
  it("§4.3 a view confirmed 1,000 ms after issuance is answered 200 and charged", async () => {
    const { client, clock, onlyDelivery } = await openWorld();
    const issued = await client.issue();
    clock.advance(1_000);
    expectSeen(await client.seen(issued));
    expect(await onlyDelivery()).toMatchObject({ seenAt: clock.now(), chargedAt: clock.now() });
  });
  it("§4.3 a view confirmed 3,600,000 ms after issuance is answered 200 and charged", async () => {
    const { client, clock, onlyDelivery } = await openWorld();
    const issued = await client.issue();
    clock.advance(hourMs);
    expectSeen(await client.seen(issued));
    expect(await onlyDelivery()).toMatchObject({ seenAt: clock.now(), chargedAt: clock.now() });
  });
  it("§4.3 a view confirmed 3,600,001 ms after issuance is answered 410 and not charged", async () => {
    const { client, clock, state } = await openWorld();
    const issued = await client.issue();
    const before = await state();
    clock.advance(hourMs + 1);
    expectProblem(await client.seen(issued), 410, "gone");
    expect(await state()).toEqual(before);
  });
  it("§4.2 an action 3,600,000 ms after issuance is answered 200 and charged", async () => {
    const { client, clock, onlyDelivery } = await openWorld();
    const issued = await client.issue({ accept_formats: ["consent"] });
    clock.advance(hourMs);
    nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
    expect(await onlyDelivery()).toMatchObject({ seenAt: clock.now(), chargedAt: clock.now() });
  });
  it("§4.2 an action 3,600,001 ms after issuance is answered 410 and not recorded", async () => {
    const { client, clock, state } = await openWorld();
    const issued = await client.issue({ accept_formats: ["consent"] });
    const before = await state();
    clock.advance(hourMs + 1);
    expectProblem(await client.press(issued, at(actionsOf(issued.ad), 0)), 410, "gone");
    expect(await state()).toEqual(before);
  });
  it("§4.2 the action of a test ad is good for 3,600,000 ms and no longer", async () => {
    const { client, clock } = await openWorld();
    const issued = await client.issue({ test: true, test_format: "consent" });
    clock.advance(hourMs);
    nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
    clock.advance(1);
    expectProblem(await client.press(issued, at(actionsOf(issued.ad), 0)), 410, "gone");
  });
  it("§3.5 a click 3,600,000 ms after issuance is counted and charged", async () => {
    const { client, clock, onlyDelivery } = await openWorld();
    const { ad } = await client.issue();
    clock.advance(hourMs);
    await client.click(at(linksOf(ad), 0));
    expect(await onlyDelivery()).toMatchObject({ clickedAt: clock.now(), chargedAt: clock.now() });
  });
  it("§3.5 a click 3,600,001 ms after issuance redirects and is not counted", async () => {
    const { client, clock, state } = await openWorld();
    const { ad } = await client.issue();
    const before = await state();
    clock.advance(hourMs + 1);
    expect((await client.click(at(linksOf(ad), 0))).headers.get("location")).toBe(landing);
    expect(await state()).toEqual(before);
  });
  it.each([
    [hourMs, true],
    [hourMs + 1, false],
  ])("§3.5 the first click on a bot ad %i ms after issuance is charged: %s", async (ms, charged) => {
    const { client, clock, onlyDelivery } = await openWorld();
    const url = botAnswerOf(await client.bot()).ad?.button_url ?? "";
    clock.advance(ms);
    expect((await client.click(url)).status).toBe(302);
    expect((await onlyDelivery()).chargedAt !== undefined).toBe(charged);
  });
  it("§4.5 a link that was clicked in time redirects for as long as its delivery is kept", async () => {
    const { client, clock } = await openWorld();
    const url = at(linksOf((await client.issue()).ad), 0);
    clock.advance(89 * 24 * hourMs);
    expect((await client.click(url, { headers: person })).headers.get("location")).toBe(landing);
  });
  it("§2.3 expires_at is exactly an hour after the issue, for a test ad too", async () => {
    const { client, clock } = await openWorld();
    const expected = new Date(clock.now() + hourMs).toISOString();
    expect(adOf(await client.ads()).expires_at).toBe(expected);
    expect(adOf(await client.ads({ test: true })).expires_at).toBe(expected);
  });
  it("§2.4 expires_at does not move with the scenes", async () => {
    const { client, clock } = await openWorld();
    const issued = await client.issue({ accept_formats: ["quiz"] });
    clock.advance(60_000);
    const next = nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
    expect(next.expires_at).toBe(issued.ad.expires_at);
  });
});
