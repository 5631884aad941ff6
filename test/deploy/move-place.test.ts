import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlaced } from "../../adapters/placed/mod.ts";
import { grantsFor, openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { placeOfDelivery } from "../../core/signing/delivery-id.ts";
import type { Store } from "../../core/storage/store.ts";
import { campaign, press } from "../conformance/fixtures.ts";
import { openAdClient } from "../placed/ad-client.ts";
import { change } from "../placed/open-on.ts";
import { freePort, type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { run } from "../setup/replicated-server.ts";
import { type CuttingProxy, startCuttingProxy } from "../torture/cutting-proxy.ts";
import { recipes } from "./production.ts";
import { runProgram } from "./program.ts";

const schema = "place_2";
const price = 100;
const stores: PostgresStore[] = [];
let from: PostgresServer;
let to: PostgresServer;
let network: CuttingProxy;
let store: Store;

const urlOf = (port: number, role: string): string => `postgres://${role}@127.0.0.1:${port}/ads`;

async function open(port: number, name: string, role = "handbill_app"): Promise<PostgresStore> {
  const opened = await openPostgres(urlOf(port, role), { schema: name });
  stores.push(opened);
  return opened;
}

/** A step of the recipe, to the new server or to a port without one. */
function move(step: "copy" | "switch" | "undo", port = to.port): Promise<string> {
  const env = {
    FROM: urlOf(from.port, "handbill"),
    TO: urlOf(port, "handbill"),
    SCHEMA: schema,
    APP: "handbill_app",
  };
  return runProgram("sh", [join(recipes, "postgres/move.sh"), step], { cwd: recipes, env });
}

beforeAll(async () => {
  // To a later release of PostgreSQL, too.
  [from, to] = await Promise.all([startPostgresServer({ wal_level: "logical" }, 15), startPostgresServer()]);
  const roles = ["create role handbill_owner login", "create role handbill_app login"];
  for (const { url } of [from, to]) await run(url, ...roles, "create database ads owner handbill_owner");
  for (const name of ["home", "place_1", schema]) {
    await (await open(from.port, name, "handbill_owner")).migrate();
    await run(urlOf(from.port, "handbill_owner"), grantsFor("handbill_app", name));
  }
  network = await startCuttingProxy(from.port);
  const places = [await open(from.port, "place_1"), await open(network.port, schema)];
  store = openPlaced({ home: await open(from.port, "home"), places, awayAfterMs: 5_000 });
  for (const id of ["a", "b"]) await change(store, [campaign(id)]);
});
afterAll(async () => {
  for (const one of stores) await one.close();
  await network?.close();
  await from?.stop();
  await to?.stop();
});

test("a place moves to another server while ads are served: a pause for its own views, and each view is charged once", async () => {
  const { handbill, ads, request, view } = await openAdClient(store);
  const at = (place: number) => ads.filter(({ id }) => placeOfDelivery(id) === place);
  const confirmed = new Set<string>();
  const confirm = async (one: (typeof ads)[number]): Promise<number> => {
    const status = await view(one);
    if (status === 200) confirmed.add(one.id);
    return status;
  };
  while (at(1).length < 4 || at(2).length < 4) await request();
  let isOver = false;
  const load = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await request();
      const one = ads[n];
      if (one !== undefined) await confirm(one);
      // The processors are for the copying.
      await setTimeout(20);
    }
  })();
  await expect(move("switch")).rejects.toThrow("run move.sh copy");
  await move("copy");
  await move("undo");
  await run(urlOf(to.port, "handbill"), `drop schema ${schema} cascade`);
  await move("copy");
  // A reader of the log is no standby.
  expect(await stores.at(-1)?.findRisks?.()).toEqual([]);
  // A switch that fails gives the rights back.
  await expect(move("switch", await freePort())).rejects.toThrow("refused");
  const copied = at(2).length;
  await expect.poll(() => at(2).length).toBeGreaterThan(copied);
  await move("switch");

  const [near, far] = [at(1).at(-1), at(2).at(-1)];
  if (near === undefined || far === undefined) throw new Error("There is a place without ads.");
  expect(await confirm(far)).toBe(503);
  await expect.poll(() => confirm(near)).toBe(200);
  const before = await open(from.port, schema, "handbill");
  const after = await open(to.port, schema);
  expect(await after.auditLedger()).toEqual(await before.auditLedger());
  const sequences = `select sequencename, last_value from pg_sequences where schemaname = '${schema}' order by 1`;
  expect(await run(urlOf(to.port, "handbill"), sequences)).toBe(
    await run(urlOf(from.port, "handbill"), sequences),
  );
  // The planted fault: a server with more rights uses the old place in spite of the switch.
  expect(await before.record([press(far.id)])).toMatchObject([{ outcome: "recorded", charged: true }]);
  expect(await after.auditLedger()).not.toEqual(await before.auditLedger());

  const paused = at(2).length;
  network.leadTo(to.port);
  network.turn("cut");
  network.turn("flow");
  await expect.poll(() => at(2).length).toBeGreaterThan(paused);
  isOver = true;
  await load;
  for (const ad of ads) await expect.poll(() => confirm(ad)).toBe(200);
  expect(await change(store, [campaign("b", { dailyBudgetMicros: 1_000_000 * price })])).toBe("applied");
  await handbill.close();
  const { campaigns, advertiserMicros } = await store.auditLedger();
  expect(campaigns.reduce((sum, { charges }) => sum + charges, 0)).toBe(confirmed.size);
  expect(confirmed.size).toBe(ads.length);
  expect(advertiserMicros).toBe(ads.length * price);
  for (const line of campaigns) {
    expect(line).toMatchObject({
      usedMicros: line.chargedMicros,
      heldMicros: line.openMicros,
      daysOutOfBalance: [],
    });
  }
});
