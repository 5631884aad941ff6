import { beforeEach, describe, expect, test } from "vitest";
import { createMemoryStore, type MemoryStore } from "../../adapters/memory/mod.ts";
import { createMoneyFormat } from "../../core/money-format.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { createDeliveryLog, type DeliveryLog, maxDeliveries } from "../../runtimes/demo/site/delivery-log.ts";
import { explain } from "../../runtimes/demo/site/explain.ts";
import { observeStore } from "../../runtimes/demo/site/observed-store.ts";
import { campaign, choice, click, order, press, seen } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";

const second = 1_000;
const hour = 3_600_000;
const price = 4_000;

let now: number;
let store: MemoryStore;
let log: DeliveryLog;
let observed: ServingStore;
let ids = 0;

beforeEach(async () => {
  now = 1_700_000_000_000;
  store = createMemoryStore({ clock: () => now });
  log = createDeliveryLog(() => now);
  observed = observeStore(store, log);
  await storeCampaigns(store, campaign("shoes", { name: "Tern Trails: shoes", priceMicros: price }));
  await observed.catalogChanges();
});

function nextId(): string {
  ids += 1;
  return idNamed(`demo ${ids}`);
}

async function issue(): Promise<string> {
  const id = nextId();
  await observed.issue([order(id, [choice("shoes", price)], { userKey: "somebody" })]);
  return id;
}

/** The sentence of the only delivery. */
function said(): string {
  const [life] = log.read(0).deliveries;
  return life === undefined ? "" : explain(life, createMoneyFormat("EUR")).replaceAll("\u00a0", " ");
}

function kinds(since = 0): readonly string[] | undefined {
  return log.read(since).deliveries[0]?.steps.map(({ kind }) => kind);
}

describe("the demo page's view of a delivery", () => {
  test("issued: the campaign by its name, and the price is held", async () => {
    await issue();
    const { deliveries, totals } = log.read(0);
    expect(deliveries).toMatchObject([
      { number: 1, campaign: "Tern Trails: shoes", format: "text", placement: "chat", priceMicros: price },
    ]);
    expect(totals).toEqual({ issued: 1, charged: 0, billedMicros: 0, heldMicros: price });
    expect(said()).toBe("Issued. EUR 0.004 is held; nothing is billed yet.");
  });

  test("seen: billed once, and the same view again changes nothing", async () => {
    const id = await issue();
    now += second;
    await observed.record([seen(id)]);
    const { latest, totals } = log.read(0);
    await observed.record([seen(id)]);
    expect(log.read(latest)).toEqual({ latest, totals, deliveries: [] });
    expect(totals).toEqual({ issued: 1, charged: 1, billedMicros: price, heldMicros: 0 });
    expect(kinds()).toEqual(["issued", "seen", "charged"]);
    expect(said()).toBe("Seen for one second. Billed EUR 0.004.");
  });

  test("pressed before it was seen: billed by the press, and a later click is not billed again", async () => {
    const id = await issue();
    await observed.record([press(id)]);
    expect(said()).toBe("Pressed, which counts as seen. Billed EUR 0.004.");
    now += second;
    await observed.record([click(id)]);
    expect(said()).toBe("Clicked. Not billed again.");
    expect(kinds()).toEqual(["issued", "pressed", "seen", "charged", "clicked"]);
    expect(log.read(0).totals.billedMicros).toBe(price);
  });

  test("too early and unknown events change nothing", async () => {
    const id = await issue();
    const { latest } = log.read(0);
    now += second - 1;
    await observed.record([seen(id), seen(nextId())]);
    expect(log.read(latest).deliveries).toEqual([]);
  });

  test("not seen for more than an hour: expired, and the hold is gone", async () => {
    await issue();
    now += hour;
    expect(kinds()).toEqual(["issued"]);
    const { latest } = log.read(0);
    now += 1;
    expect(kinds(latest)).toEqual(["issued", "expired"]);
    expect(log.read(0).totals.heldMicros).toBe(0);
    expect(said()).toContain("the EUR 0.004 held went back");
  });

  test("states that arrive in another order lose nothing", async () => {
    const id = await issue();
    const [before] = await store.findDeliveries([id]);
    now += second;
    await observed.record([seen(id)]);
    if (before !== undefined) log.note(before, false);
    expect(kinds()).toEqual(["issued", "seen", "charged"]);
  });

  test("unconfirmed writes are not shown", async () => {
    const broken = observeStore({ ...store, issue: () => Promise.reject(new Error("down")) }, log);
    await expect(broken.issue([order(nextId(), ["shoes"])])).rejects.toThrow("down");
    expect(log.read(0)).toMatchObject({ latest: 0, deliveries: [] });
  });

  test("contains neither the visitor, nor the platform's keys, nor the delivery's id", async () => {
    const id = await issue();
    const text = JSON.stringify(log.read(0));
    expect(text).not.toContain("somebody");
    expect(text).not.toContain(id);
  });

  test("the list is bounded, the oldest go first, and a page that is ahead gets everything", async () => {
    for (let n = 0; n < maxDeliveries + 5; n++) await issue();
    const { deliveries, totals } = log.read(1_000_000);
    expect(deliveries).toHaveLength(maxDeliveries);
    expect(deliveries[0]?.number).toBe(6);
    expect(totals.issued).toBe(maxDeliveries + 5);
  });
});
