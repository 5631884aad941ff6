/** A primary whose commits wait for a standby is lost for ever, and the standby takes its place. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { campaign, order, press } from "../conformance/fixtures.ts";
import { openBusyShop } from "../deploy/busy-shop.ts";
import { deliveriesOf, expectBooksInOrder, lostOf } from "../deploy/shop-books.ts";
import { sendAgain, startShopLoad } from "../deploy/shop-load.ts";
import { type Instance, startInstance } from "../faults/processes/instance.ts";
import { type ReplicatedServer, run, startReplicatedServer } from "../setup/replicated-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

const schema = "single";
/** Where `record` does not lock the deliveries of duplicates, so that a repeated call only reads. */
const unlocked = "unlocked";
let apiKey = "";
let pair: ReplicatedServer;
const instances: Instance[] = [];
const stores: PostgresStore[] = [];

async function open(url: string, options: Parameters<typeof openPostgres>[1] = {}): Promise<PostgresStore> {
  const store = await openPostgres(url, options);
  stores.push(store);
  return store;
}

beforeAll(async () => {
  pair = await startReplicatedServer(async ({ url }) => {
    const shop = await open(url);
    await shop.migrate();
    apiKey = await openBusyShop(shop);
    for (const name of [schema, unlocked]) {
      const single = await open(url, { schema: name });
      await single.migrate();
      await storeCampaigns(single, campaign("c"));
    }
    const found = await run(url, `select pg_get_functiondef('${unlocked}.record'::regproc) as text`);
    const [{ text }]: [{ text: string }] = JSON.parse(found);
    const planted = text.replace("where k.id = x.id for no key update) d;", "where k.id = x.id) d;");
    expect(planted).not.toBe(text);
    await run(url, planted);
  });
});
afterAll(async () => {
  for (const instance of instances) await instance.kill9();
  for (const store of stores) await store.close();
  await pair?.stop();
});

async function chargesIn(name: string, url: string): Promise<number> {
  return JSON.parse(await run(url, `select delivery_id from ${name}.charges`)).length;
}

/** What a client is told that presses until the primary shows the charge, and once more. The standby gets nothing. */
async function answersOf(name: string, id: string): Promise<ReadonlySet<string>> {
  const hasty = await open(pair.url, { schema: name, callTimeoutMs: 700 });
  const answers = new Set<string>();
  const repeat = async (): Promise<void> => {
    const answer = hasty.record([press(id)]);
    const isConfirmed = await answer.then(
      () => true,
      () => false,
    );
    answers.add(isConfirmed ? "confirmed" : "outage");
  };
  await expect
    .poll(async () => {
      await repeat();
      return chargesIn(name, pair.primary.url);
    })
    .toBe(1);
  await repeat();
  return answers;
}

test("of two hosts the primary is used, whichever is named first", async () => {
  const standbyFirst = pair.url.replace(/@([^,]+),([^/]+)/, "@$2,$1");
  for (const url of [standbyFirst, pair.url, `${standbyFirst}?target_session_attrs=read-write`]) {
    const store = await open(url, { schema });
    await store.ready();
    expect(await store.firstValue(url.slice(-100), "written")).toBe("written");
  }
});

test("no view is confirmed before the standby has it, and the primary is killed under load: none is lost, none doubled", async () => {
  const store = await open(pair.url, { schema });
  const local = await open(`${pair.primary.url}?synchronous_commit=local`, { schema });
  const [first = "", second = ""] = [0, 1].map(() => createDeliveryId(Date.now(), systemRandom));
  await issueAll(
    store,
    [first, second].map((id) => order(id, ["c"])),
  );
  await issueAll(await open(pair.url, { schema: unlocked }), [order(first, ["c"])]);
  instances.push(...(await Promise.all([startInstance(pair.url), startInstance(pair.url)])));
  const loads = instances.map(({ url }) => startShopLoad(url, apiKey, 6));
  for (const load of loads) await load.reached(150);

  // A call that is cancelled while it waits is visible in the primary, and a repeated one must wait, too.
  pair.network.turn("hang");
  expect(await answersOf(schema, first)).toEqual(new Set(["outage"]));
  // Two planted faults: a repeated call that only reads, and a commit that waits for no standby.
  await expect.poll(() => answersOf(unlocked, first)).toContain("confirmed");
  expect(await local.record([press(second)])).toMatchObject([{ outcome: "recorded", charged: true }]);

  await pair.primary.kill9();
  await pair.promote();
  const promoted = await open(pair.standby.url, { schema });
  expect((await promoted.findDeliveries([second]))[0]?.chargedAt).toBeUndefined();
  await expect
    .poll(() => store.record([press(first)]).catch(String))
    .toMatchObject([{ outcome: "recorded", charged: true }]);
  expect(await store.record([press(first)])).toMatchObject([{ outcome: "duplicate" }]);
  expect(await chargesIn(schema, pair.standby.url)).toBe(1);

  for (const load of loads) await load.reached(load.confirmed.length + 150);
  for (const load of loads) await load.stop();
  const shop = await open(pair.standby.url);
  const confirmed = loads.flatMap((load) => load.confirmed);
  const unanswered = loads.flatMap((load) => load.unanswered);
  expect(await lostOf(shop, confirmed)).toEqual([]);
  const issued = loads.flatMap((load) => load.issued);
  expect((await deliveriesOf(shop, issued)).filter((one) => one === undefined)).toEqual([]);
  expect(await sendAgain(instances[0]?.url ?? "", [...unanswered, ...confirmed])).toEqual([]);
  expect(await lostOf(shop, [...unanswered, ...confirmed])).toEqual([]);
  await expectBooksInOrder(shop);
});
