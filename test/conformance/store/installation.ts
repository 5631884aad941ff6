import type { PlannedMigration } from "../../../core/storage/installation-store.ts";
import { check, same, sameSet } from "../assert.ts";
import { auditEntry, campaign, order, platformId, seen, unadjusted } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { accepted, balance, inBalance, issued, judged, race, recorded, storeCase } from "../world.ts";

const forgotten = "user-forgotten";
const yearMs = 365 * 86_400_000;

function numbersOf(steps: readonly PlannedMigration[]): readonly number[] {
  return steps.map(({ number }) => number);
}

export const installationCases: readonly StoreCase[] = [
  storeCase("an open store is ready, and stays as it was", async (world) => {
    const { version } = await world.first.readCatalog();
    await accepted(world.first.ready(), "ready");
    await accepted(world.second.ready(), "ready of the other store");
    same((await world.first.readCatalog()).version, version, "version of the catalogue");
  }),

  storeCase("a migration leaves no step to apply, and keeps the data", async (world) => {
    await world.campaigns(campaign("a"));
    const delivery = await world.issue(["a"]);
    const steps = await world.first.migrate();
    same(
      steps.filter(({ applied }) => !applied),
      [],
      "steps that migrate returned and has not applied",
    );
    const plan = await world.second.planMigrations();
    same(
      plan.filter(({ applied }) => !applied),
      [],
      "steps to apply",
    );
    const numbers = numbersOf(plan);
    same(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
      "numbers of the planned steps",
    );
    same(
      numbersOf(steps).filter((number) => !numbers.includes(number)),
      [],
      "steps that migrate returned and are not planned",
    );
    same(await world.second.migrate(), [], "steps of a second migration");
    same(await world.find(delivery.id, world.second), delivery, "delivery");
    await balance(world, "a", 0, 100);
  }),

  storeCase("64 migrations at once apply no step twice", async (world) => {
    const numbers = (await race(world, 64, (store) => store.migrate())).flatMap(numbersOf);
    same(numbers.length, new Set(numbers).size, "returned steps, and different ones among them");
  }),

  storeCase("a delivery is kept as long as the store promises", async (world) => {
    const { deliveriesKeptMs, countsKeptMs } = world.first.retention;
    same(world.second.retention, world.first.retention, "retention of the other store");
    check(
      deliveriesKeptMs >= 86_400_000 && countsKeptMs >= 86_400_000,
      `retention: expected at least 86,400,000 ms, got ${deliveriesKeptMs} and ${countsKeptMs}`,
    );
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    const delivery = recorded(await world.record(seen(id)), true);
    world.clock.advance(Math.min(deliveriesKeptMs, yearMs) - 1_000);
    await world.first.releaseExpired(512);
    same(await world.find(id, world.second), delivery, "delivery at the end of its time");
    world.clock.advance(yearMs);
    await world.first.releaseExpired(512);
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("a forgotten user's deliveries are gone, however many, and no others", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = world.newIds(600);
    for (const part of [ids.slice(0, 300), ids.slice(300)]) {
      await world.first.issue(part.map((id) => order(id, ["a"], { userKey: forgotten })));
    }
    const other = await world.issue(["a"]);
    const entry = auditEntry(platformId, { kind: "user", action: "forget", changes: "[]" });
    same(await world.second.forgetUser(forgotten, entry), 600, "deliveries deleted");
    same(await world.first.forgetUser(forgotten, entry), 0, "deliveries deleted by a second call");
    for (const part of [ids.slice(0, 300), ids.slice(300)]) {
      const found = await world.first.findDeliveries(part);
      same(found.filter((delivery) => delivery !== undefined).length, 0, "deliveries found");
    }
    same((await world.record(seen(ids[0] ?? ""))).outcome, "unknown", "outcome of an event");
    same(await world.find(other.id), other, "delivery of another user");
    await balance(world, "a", 0, 100);
    const notes = await world.first.readAudit({ limit: 9 });
    same(
      notes.map(({ id: _, at: __, ...note }) => note),
      [entry],
      "noted",
    );
  }),

  storeCase("a forgotten user's holds are free, and the charges stay", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 300, dailyBudgetMicros: 300 }));
    const charged = await world.issue(["a"], { userKey: forgotten });
    await world.issue(["a"], { userKey: forgotten });
    await world.issue(["a"], { userKey: forgotten });
    await world.refuse(["a"]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(charged.id)), true);
    same(await world.first.forgetUser(forgotten), 3, "deliveries deleted");
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
    const { publisherId } = charged;
    const query = { from: 0, to: world.clock.now() + 1, by: ["publisherId"], limit: 9 } as const;
    const total = { charges: 1, spentMicros: 100, publisherMicros: 50, operatorMicros: 50, ...unadjusted };
    same(await world.second.readCharges(query), [{ publisherId, ...total }], "charges");
    const range = { from: 0, to: world.clock.now() + 1 };
    same(await world.second.readUniques({ ranges: [range] }), [{ range: 0, n: 0 }], "users");
    await world.issue(["a"]);
    await world.issue(["a"]);
    await world.refuse(["a"]);
  }),

  storeCase("a frequency cap starts again for a forgotten user, and for no other", async (world) => {
    await world.campaigns(campaign("a", { frequencyCap: { impressions: 1, window: "day" } }));
    await world.issue(["a"]);
    await world.issue(["a"], { userKey: forgotten });
    await world.refuse(["a"], { userKey: forgotten });
    same(await world.first.forgetUser(forgotten), 1, "deliveries deleted");
    await world.issue(["a"], { userKey: forgotten });
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons for another user");
  }),

  storeCase("64 calls that forget a user at once delete each delivery once", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = world.newIds(40);
    const outcomes = await world.first.issue(ids.map((id) => order(id, ["a"], { userKey: forgotten })));
    sameSet(
      outcomes.map((outcome) => issued(outcome).id),
      ids,
      "issued",
    );
    world.clock.advance(1_000);
    const deleted = await race(world, 64, async (store, index) => {
      if (index % 2 === 0) return store.forgetUser(forgotten);
      await store.record([seen(ids[index % 40] ?? "")]);
      return 0;
    });
    same(
      deleted.reduce((sum, n) => sum + n, 0),
      40,
      "deliveries deleted by all together",
    );
    const { heldMicros, charges } = await world.ledger("a");
    same(heldMicros, 0, "held");
    await inBalance(world, "a", charges);
  }),

  storeCase("the first value of a name stays, and every store has it", async (world) => {
    same(await world.first.firstValue("currency"), undefined, "value of an unknown name");
    same(await world.first.firstValue("currency", "EUR"), "EUR", "first value");
    same(await world.second.firstValue("currency", "USD"), "EUR", "value after a second one");
    same(await world.second.firstValue("currency"), "EUR", "value");
    const hostile = "a'\"\t\n\\ 🦊";
    same(await world.second.firstValue(hostile), undefined, "value of another unknown name");
    same(await world.first.firstValue(hostile, hostile), hostile, "value of another name");
    same(await world.second.firstValue(hostile), hostile, "value of another name in the other store");
    same(await world.first.firstValue("Currency"), undefined, "value of a name in capitals");
  }),

  storeCase("64 first values at once: all get the same one", async (world) => {
    const got = await race(world, 64, (store, index) => store.firstValue("currency", `value-${index}`));
    const stored = await world.first.firstValue("currency");
    same(new Set([...got, stored]).size, 1, "different values");
    check(stored?.startsWith("value-") === true, `value: expected one of the 64, got ${stored}`);
  }),

  storeCase("a closed store keeps confirmed changes, and can be closed again", async (world) => {
    await world.campaigns(campaign("a"));
    const delivery = await world.issue(["a"]);
    await accepted(world.first.close(), "close");
    await accepted(world.first.close(), "a second close");
    if (world.second === world.first) return;
    same(await world.find(delivery.id, world.second), delivery, "delivery");
    world.clock.advance(1_000);
    judged(await world.record(seen(delivery.id), world.second), "recorded");
  }),
];
