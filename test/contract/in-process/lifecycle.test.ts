import { describe, expect, it } from "vitest";
import { adOrNone, expectSeen, nextAdOf } from "../answers.ts";
import { expectBalanced } from "../books.ts";
import {
  campaign,
  contractCatalog,
  platformIds,
  priceMicros,
  publisherMicros,
  webCreative,
} from "../catalog.ts";
import { actionsOf, at, linksOf } from "../client.ts";
import { openWorld, type World } from "../world.ts";

const hourMs = 3_600_000;

async function ledgerOf({ store }: World, campaignId: string) {
  const audit = await store.auditLedger();
  expectBalanced(audit);
  const found = audit.campaigns.find((ledger) => ledger.campaignId === campaignId);
  if (found === undefined) throw new Error(`There is no campaign ${campaignId}.`);
  const { charges, usedMicros, heldMicros } = found;
  return { charges, spentMicros: usedMicros, heldMicros };
}

const untouched = { charges: 0, spentMicros: 0, heldMicros: 0 };
const held = { charges: 0, spentMicros: 0, heldMicros: priceMicros };
const paid = { charges: 1, spentMicros: priceMicros, heldMicros: 0 };
const text = { accept_formats: ["text"] };
const quiz = { accept_formats: ["quiz"] };

describe("§3 the life of an ad, in the store", () => {
  it("§3.1 an issued ad is stored, holds its price and is not billed", async () => {
    const world = await openWorld();
    const { ad } = await world.client.issue(text);
    const delivery = await world.onlyDelivery();
    expect(delivery).toMatchObject({
      id: ad.delivery_id,
      surface: "web",
      platformId: platformIds.main,
      placement: "chat",
      language: "en",
      campaignId: "open-text",
      format: "text",
      priceMicros,
      publisherMicros,
      issuedAt: world.clock.now(),
      presses: [],
    });
    expect([delivery.seenAt, delivery.pressedAt, delivery.clickedAt, delivery.chargedAt]).toEqual(
      Array(4).fill(undefined),
    );
    expect(await ledgerOf(world, "open-text")).toEqual(held);
  });
  it("§3.1 the same request twice is two deliveries, whatever its request_id", async () => {
    const { client, deliveries } = await openWorld();
    const fields = { ...text, request_id: "r-1", visitor_id: "visitor-0123456789" };
    await client.issue(fields);
    await client.issue(fields);
    const ids = (await deliveries()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
  it("§1 an ad that is never seen is not paid: its hold comes back", async () => {
    const world = await openWorld();
    await world.client.issue(text);
    world.clock.advance(hourMs);
    await world.handbill.maintain();
    expect(await ledgerOf(world, "open-text")).toEqual(held);
    world.clock.advance(1);
    await world.handbill.maintain();
    expect(await ledgerOf(world, "open-text")).toEqual(untouched);
  });
  it("§1 a seen ad is billed once, and the publisher is credited its share", async () => {
    const world = await openWorld();
    const issued = await world.client.issue(text);
    world.clock.advance(1_000);
    expectSeen(await world.client.seen(issued));
    expectSeen(await world.client.seen(issued));
    expect(await ledgerOf(world, "open-text")).toEqual(paid);
    const { advertiserMicros, operatorMicros, ...rest } = await world.store.auditLedger();
    expect([advertiserMicros, rest.publisherMicros, operatorMicros]).toEqual([
      priceMicros,
      publisherMicros,
      priceMicros - publisherMicros,
    ]);
  });
  it("§3.5 a press is recorded with its answer's place, counts as seen and is charged", async () => {
    const world = await openWorld();
    const issued = await world.client.issue(quiz);
    world.clock.advance(5);
    nextAdOf(await world.client.press(issued, at(actionsOf(issued.ad), 1)));
    const now = world.clock.now();
    expect(await world.onlyDelivery()).toMatchObject({
      seenAt: now,
      pressedAt: now,
      chargedAt: now,
      presses: [{ scene: 0, button: 1, at: now }],
    });
    expect(await ledgerOf(world, "open-quiz")).toEqual(paid);
  });
  it("§3.5 a click counts as seen and is charged", async () => {
    const world = await openWorld();
    const { ad } = await world.client.issue(text);
    world.clock.advance(5);
    await world.client.click(at(linksOf(ad), 0));
    const now = world.clock.now();
    expect(await world.onlyDelivery()).toMatchObject({ seenAt: now, clickedAt: now, chargedAt: now });
    expect(await ledgerOf(world, "open-text")).toEqual(paid);
  });
  it("§3.6 a quiz played to its end, seen and clicked is one impression and one charge", async () => {
    const world = await openWorld();
    const issued = await world.client.issue(quiz);
    const second = nextAdOf(await world.client.press(issued, at(actionsOf(issued.ad), 0)));
    world.clock.advance(2_000);
    const last = nextAdOf(await world.client.press(issued, at(actionsOf(second), 0)));
    await world.client.press(issued, at(actionsOf(issued.ad), 1));
    expectSeen(await world.client.seen(issued));
    await world.client.click(at(linksOf(last), 0));
    await world.client.click(at(linksOf(issued.ad), 0));
    const delivery = await world.onlyDelivery();
    expect(delivery.presses.map(({ scene, button }) => [scene, button])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(delivery.seenAt).toBe(delivery.issuedAt);
    expect(delivery.chargedAt).toBe(delivery.issuedAt);
    expect(await ledgerOf(world, "open-quiz")).toEqual(paid);
  });
  it("§4.2 a repeated action records nothing new", async () => {
    const { client, clock, state } = await openWorld();
    const issued = await client.issue(quiz);
    await client.press(issued, at(actionsOf(issued.ad), 0));
    const before = await state();
    clock.advance(1_000);
    nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
    expect(await state()).toEqual(before);
  });
  it("§3 seen, press and click at the same moment make one charge", async () => {
    const world = await openWorld();
    const issued = await world.client.issue(quiz);
    world.clock.advance(1_000);
    await Promise.all([
      ...Array.from({ length: 20 }, () => world.client.seen(issued)),
      ...actionsOf(issued.ad).map((action) => world.client.press(issued, action)),
      ...Array.from({ length: 20 }, () => world.client.click(at(linksOf(issued.ad), 0))),
    ]);
    expect(await ledgerOf(world, "open-quiz")).toEqual(paid);
  });
  it("§1 a house ad is issued and played without money", async () => {
    const world = await openWorld();
    const issued = await world.client.issue({ platform_id: platformIds.house });
    nextAdOf(await world.client.press(issued, at(actionsOf(issued.ad), 0)));
    await world.client.click(at(linksOf(issued.ad), 0));
    const delivery = await world.onlyDelivery();
    expect([delivery.presses.length, delivery.clickedAt !== undefined]).toEqual([1, true]);
    expect(delivery.chargedAt).toBeUndefined();
    expect(await ledgerOf(world, "house")).toEqual(untouched);
  });
  it("§1 a request without an ad stores no delivery and is counted with its reason", async () => {
    const world = await openWorld();
    expect(adOrNone(await world.client.ads({ platform_id: platformIds.empty }))).toBeUndefined();
    expect(adOrNone(await world.client.ads({ language_code: "fr" }))).toBeUndefined();
    expect(await world.deliveries()).toEqual([]);
    const reasons = (await world.counts()).filter(({ metric }) => metric === "no_ad");
    expect(reasons.map(({ reason, n }) => [reason, n])).toEqual([
      ["platform", 1],
      ["language", 1],
    ]);
    for (const { charges, usedMicros, heldMicros } of (await world.store.auditLedger()).campaigns) {
      expect({ charges, spentMicros: usedMicros, heldMicros }).toEqual(untouched);
    }
  });
});

describe("§1 money that is spoken for", () => {
  const twice = {
    ...contractCatalog,
    campaigns: [campaign("small", [platformIds.main], { totalBudgetMicros: 2 * priceMicros + 1 })],
    creatives: [webCreative("small", "text")],
  };
  it("§1 is held for issued ads: the budget's last view is paid, and no ad is issued beyond it", async () => {
    const world = await openWorld({}, twice);
    const [first, second] = [await world.client.issue(), await world.client.issue()];
    expect(adOrNone(await world.client.ads())).toBeUndefined();
    world.clock.advance(1_000);
    expectSeen(await world.client.seen(first));
    expectSeen(await world.client.seen(second));
    expect(await ledgerOf(world, "small")).toEqual({
      charges: 2,
      spentMicros: 2 * priceMicros,
      heldMicros: 0,
    });
    world.clock.advance(hourMs);
    expect(adOrNone(await world.client.ads())).toBeUndefined();
  });
  it("§1 of an ad that was not seen in time pays for another", async () => {
    const world = await openWorld({}, twice);
    await world.client.issue();
    await world.client.issue();
    expect(adOrNone(await world.client.ads())).toBeUndefined();
    world.clock.advance(hourMs + 1);
    await world.client.issue();
    expect(await ledgerOf(world, "small")).toEqual(held);
  });
  it("§1 is free again for the first request after its time, also on an instance that has just refused one", async () => {
    const world = await openWorld({}, twice);
    await world.client.issue();
    await world.client.issue();
    world.clock.advance(hourMs - 300);
    expect(adOrNone(await world.client.ads())).toBeUndefined();
    world.clock.advance(300);
    expect(adOrNone(await world.client.ads())).toBeUndefined();
    world.clock.advance(200);
    await world.client.issue();
    expect(await ledgerOf(world, "small")).toEqual(held);
  });
});
