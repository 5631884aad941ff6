import { at, check, same } from "../assert.ts";
import { campaign, click, order, topic } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { inBalance, race, storeCase } from "../world.ts";

export const momentCases: readonly StoreCase[] = [
  storeCase("a catalogue is read with the version of its moment", async (world) => {
    const edition = (n: number): string => `Edition ${n}`;
    const named = new Map<string, string>();
    const read: { readonly version: string; readonly name: string }[] = [];
    await world.campaigns(campaign("a", { name: edition(0) }));
    const { version } = await world.first.readCatalog();
    named.set(version, edition(0));
    const writer = async (): Promise<void> => {
      for (let n = 1; n <= 20; n += 1) {
        const applied = await world.change({
          campaigns: [campaign("a", { name: edition(n) })],
          topics: [topic({ name: edition(n) })],
        });
        same(applied.outcome, "applied", "outcome");
        named.set(applied.outcome === "applied" ? applied.version : "", edition(n));
      }
    };
    const reader = async (): Promise<void> => {
      for (let n = 0; n < 40; n += 1) {
        const now = await world.second.readCatalog();
        for (const { name } of [...now.catalog.campaigns, ...now.catalog.topics]) {
          read.push({ version: now.version, name });
        }
      }
    };
    await Promise.all([writer(), reader(), reader()]);
    for (const { version: seen, name } of read) same(name, named.get(seen), `name at version ${seen}`);
    same(named.size, 21, "versions");
  }),

  storeCase("changes from one version to the next add up to the whole catalogue", async (world) => {
    const known = new Map<string, string>();
    let version: string | undefined;
    const follow = async (): Promise<void> => {
      const { delta } = await world.second.catalogChanges(version);
      if (delta === undefined) return;
      if (delta.reload) known.clear();
      for (const { kind, id } of delta.removed) if (kind === "campaign") known.delete(id);
      for (const { id, name } of delta.campaigns) known.set(id, name);
      version = delta.version;
    };
    const writer = async (): Promise<void> => {
      for (let n = 0; n < 24; n += 1) {
        const id = `c${n % 5}`;
        if (n % 3 === 2) await world.change({}, [{ kind: "campaign", id }]);
        else await world.change({ campaigns: [campaign(id, { name: `Edition ${n}` })] });
      }
    };
    const follower = async (): Promise<void> => {
      for (let n = 0; n < 24; n += 1) await follow();
    };
    await Promise.all([writer(), follower()]);
    await follow();
    const { catalog } = await world.first.readCatalog();
    same(
      [...known].sort(),
      catalog.campaigns.map(({ id, name }) => [id, name]).sort(),
      "what a follower knows",
    );
  }),

  storeCase("an audit under way of orders, clicks and releases is always in balance", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    await world.first.issue(world.newIds(20).map((id) => order(id, ["a"])));
    world.clock.advance(3_600_001);
    const ids = world.newIds(32);
    const audits = async (): Promise<void> => {
      for (let n = 0; n < 24; n += 1) {
        const audit = await world.second.auditLedger();
        const spent = audit.campaigns.reduce((sum, line) => sum + line.usedMicros, 0);
        same(audit.advertiserMicros, spent, "sum of charges and of what is spent");
        for (const line of audit.campaigns) {
          same(
            [line.usedMicros, line.heldMicros, line.daysOutOfBalance],
            [line.chargedMicros, line.openMicros, []],
            `spent, held and days out of balance of ${line.campaignId}`,
          );
        }
      }
    };
    const work = race(world, 32, async (store, index) => {
      const id = at(ids, index);
      await store.issue([order(id, [index % 2 === 0 ? "a" : "b"])]);
      await store.record([click(id)]);
      await store.releaseExpired(2);
    });
    await Promise.all([audits(), work]);
    await inBalance(world, "a", 16);
    await inBalance(world, "b", 16);
  }),

  storeCase("spent and held of one campaign are read from one moment", async (world) => {
    await world.campaigns(campaign("a"));
    const orders = world.newIds(32).map((id) => order(id, ["a"]));
    await world.first.issue(orders);
    // Every click moves 100 from held to spent: their sum stands still.
    const clicks = race(world, 4, async (store, index) => {
      for (const { deliveryId } of orders.slice(8 * index, 8 * index + 8))
        await store.record([click(deliveryId)]);
    });
    const reads = async (): Promise<void> => {
      for (let n = 0; n < 12; n += 1) {
        const { usedMicros, heldMicros, dayUsedMicros, dayHeldMicros } = await world.spend("a", world.second);
        check(
          usedMicros + heldMicros === 3_200 && dayUsedMicros + dayHeldMicros === 3_200,
          `spent ${usedMicros} and held ${heldMicros}, on the day ${dayUsedMicros} and ${dayHeldMicros}, of 3200`,
        );
      }
    };
    await Promise.all([reads(), reads(), clicks]);
    await inBalance(world, "a", 32);
  }),
];
