import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../../core/log.ts";
import { adOrNone, expectProblem, expectSeen, nextAdOf } from "../answers.ts";
import { campaign, contractCatalog, landing, platformIds, webCreative } from "../catalog.ts";
import { actionsOf, at, linksOf } from "../client.ts";
import { openWorld, secret } from "../world.ts";

const newer = "a newer signing secret of the contract suite";
const visitor_id = "visitor-0123456789";
const consent = { accept_formats: ["consent"], visitor_id };

/** Guarantee 11. The steps of a rotation over several instances are those of roll-out.test.ts. */
describe("rotation of the signing secret", () => {
  it("with [new, old] old receipts, actions and links are good", async () => {
    const { client, clock, reopen } = await openWorld();
    const [first, second] = [await client.issue(consent), await client.issue(consent)];
    const rotated = reopen({ secrets: [newer, secret] });
    clock.advance(1_000);
    expectSeen(await rotated.seen(first));
    nextAdOf(await rotated.press(second, at(actionsOf(second.ad), 0)));
    expect((await rotated.click(at(linksOf(first.ad), 0))).headers.get("location")).toBe(landing);
  });
  it("with [new] old receipts and actions are answered 410, links 404, and nothing is charged", async () => {
    const { client, clock, reopen, state } = await openWorld();
    const issued = await client.issue(consent);
    const before = await state();
    const rotated = reopen({ secrets: [newer] });
    clock.advance(1_000);
    expectProblem(await rotated.seen(issued), 410, "gone");
    expectProblem(await rotated.press(issued, at(actionsOf(issued.ad), 0)), 410, "gone");
    expectProblem(await rotated.click(at(linksOf(issued.ad), 0)), 404, "not_found");
    expect(await state()).toEqual(before);
  });
  it("with [new, old] the new one signs: its tokens are good with [new] alone", async () => {
    const { clock, reopen } = await openWorld();
    const issued = await reopen({ secrets: [newer, secret], identitySecret: secret }).issue(consent);
    clock.advance(1_000);
    expectSeen(await reopen({ secrets: [newer], identitySecret: secret }).seen(issued));
  });
  it("with [new, old] tokens of the new secret are unknown to an instance that has only the old one", async () => {
    const { client, clock, reopen } = await openWorld();
    const issued = await reopen({ secrets: [newer, secret] }).issue(consent);
    clock.advance(1_000);
    expectProblem(await client.seen(issued), 410, "gone");
  });
  it("a token of a secret that is not there is logged once a minute, with nothing of it in the line", async () => {
    const { clock, log, reopen, connection } = await openWorld();
    connection.clientAddress = "203.0.113.7";
    const ahead = reopen({ secrets: [newer, secret], identitySecret: secret });
    const behind = reopen({ secrets: [secret], identitySecret: secret });
    const { ad, ...asked } = await ahead.issue(consent);
    clock.advance(1_000);
    for (let n = 0; n < 100; n += 1) {
      expectProblem(await behind.seen({ ad, ...asked }), 410, "gone");
      expectProblem(await behind.press({ ad, ...asked }, at(actionsOf(ad), 0)), 410, "gone");
      expectProblem(await behind.click(at(linksOf(ad), 0)), 404, "not_found");
    }
    expect(ofTokens(log)).toEqual([
      {
        level: "warn",
        code: "unknown-signature",
        message: expect.stringContaining("HANDBILL_SECRET=old,new on every instance"),
      },
    ]);
    clock.advance(60_000);
    await behind.click(at(linksOf(ad), 0));
    expect(ofTokens(log).map(({ leftOut }) => leftOut)).toEqual([undefined, 299]);
    const lines = JSON.stringify(log);
    for (const part of [ad.delivery_id, ad.view ?? "", ...actionsOf(ad), visitor_id, newer]) {
      expect(lines).not.toContain(part);
    }
  });
  it("malformed tokens, and forged ones under a present secret, are not logged", async () => {
    const { client, clock, log, connection } = await openWorld();
    connection.clientAddress = "203.0.113.7";
    const issued = await client.issue(consent);
    clock.advance(1_000);
    const view = issued.ad.view ?? "";
    for (const forged of ["x", "A".repeat(24), `${view.slice(0, -1)}${view.endsWith("A") ? "B" : "A"}`]) {
      expectProblem(await client.seen(issued, { view: forged }), 410, "gone");
      expectProblem(await client.press(issued, `AAAA${forged}`), 410, "gone");
      await client.request(`/api/v1/click/${forged}`);
    }
    expectProblem(await client.seen(issued, { visitor_id: "visitor-of-another-name" }), 410, "gone");
    // Well-formed, under an unknown key, and without a delivery.
    const junk = Buffer.alloc(33, 0xff).fill(1, 0, 1).toString("base64url");
    expectProblem(await client.request(`/api/v1/click/${junk}`), 404, "not_found");
    expect(ofTokens(log)).toEqual([]);
  });
  it("with [new, old] the stored hash of an identity stays, so that no frequency cap begins anew", async () => {
    const capped = { frequencyCap: { impressions: 1, window: "day" as const } };
    const { client, deliveries, reopen } = await openWorld(
      {},
      {
        ...contractCatalog,
        campaigns: [campaign("capped", [platformIds.main], capped)],
        creatives: [webCreative("capped", "consent")],
      },
    );
    await client.issue(consent);
    const rotated = reopen({ secrets: [newer, secret] });
    expect(adOrNone(await rotated.ads(consent))).toBeUndefined();
    await rotated.issue({ visitor_id: "visitor-of-another-name" });
    const [first, other] = await deliveries();
    expect(other?.userKey).not.toBe(first?.userKey);
  });
  it("an identity secret of its own keeps the hash through any rotation", async () => {
    const identitySecret = "a secret for identities and nothing else";
    const { deliveries, reopen } = await openWorld();
    for (const secrets of [[secret], [newer, secret], [newer]])
      await reopen({ secrets, identitySecret }).issue(consent);
    expect(new Set((await deliveries()).map(({ userKey }) => userKey)).size).toBe(1);
  });
  it("another installation's tokens are good for nothing here", async () => {
    const [here, there] = [await openWorld(), await openWorld({ secrets: [newer] })];
    const issued = await there.client.issue(consent);
    here.clock.advance(1_000);
    expectProblem(await here.client.seen(issued), 410, "gone");
  });
});

/** Not what an instance says of its addresses and of its maintenance. */
function ofTokens(log: readonly LogEntry[]): readonly LogEntry[] {
  return log.filter(({ message }) => message.includes("HANDBILL_SECRET"));
}
