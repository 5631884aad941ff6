import { describe, expect, it } from "vitest";
import { adOrNone, expectProblem, expectSeen, nextAdOf } from "../answers.ts";
import { campaign, contractCatalog, landing, platformIds, webCreative } from "../catalog.ts";
import { actionsOf, at, linksOf } from "../client.ts";
import { openWorld, secret } from "../world.ts";

const newer = "a newer signing secret of the contract suite";
const visitor_id = "visitor-0123456789";
const consent = { accept_formats: ["consent"], visitor_id };

/** §7 of the design, guarantee 11: secrets are rotated by putting a new one in front. */
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
