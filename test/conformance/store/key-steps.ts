import type { AuditEntry } from "../../../core/storage/audit-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { check, fail, same } from "../assert.ts";
import { apiKey, auditEntry, publisher } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { storeCase } from "../world.ts";

/** Steps that touch several keys, or keys and the catalogue, at once. */
export const keyStepCases: readonly StoreCase[] = [
  storeCase("a reader never sees a half of a rotation", async ({ first, second }) => {
    await first.addApiKey(apiKey("KEY00000", 1));
    const writer = async (): Promise<void> => {
      for (let n = 1; n <= 20; n += 1) {
        const key = apiKey(`KEY${n}`, n + 1);
        const id = n === 1 ? "KEY00000" : `KEY${n - 1}`;
        same(await first.rotateApiKey({ id, afterMs: 0, key }), "rotated", "answer");
      }
    };
    const reader = async (): Promise<void> => {
      for (let n = 0; n < 20; n += 1) {
        const { delta } = await second.catalogChanges();
        for (const keys of [delta?.apiKeys ?? [], await second.listApiKeys()]) {
          same(keys.filter(({ revoked }) => revoked !== true).length, 1, "keys that are good");
        }
      }
    };
    await Promise.all([writer(), reader(), reader()]);
  }),

  storeCase("a reader never sees a good key of a removed publisher", async (world) => {
    const { first, second } = world;
    const writer = async (): Promise<void> => {
      for (let n = 1; n <= 10; n += 1) {
        const id = `publisher-${n}`;
        await world.change({ publishers: [publisher({ id })] });
        await first.addApiKey(apiKey(`KEY${n}`, n, { publisherId: id }));
        const removed = await world.change({}, [{ kind: "publisher", id }]);
        same(removed.outcome, "applied", "outcome");
      }
    };
    const reader = async (): Promise<void> => {
      for (let n = 0; n < 20; n += 1) {
        const { apiKeys, publishers } = (await second.catalogChanges()).delta ?? fail("no catalogue");
        const present = new Set(publishers.map(({ id }) => id));
        for (const { id, revoked, publisherId } of apiKeys) {
          check(revoked === true || present.has(publisherId), `${id} is good, ${publisherId} is removed`);
        }
      }
    };
    await Promise.all([writer(), reader(), reader()]);
  }),

  storeCase("a rotation never puts off a revocation that is due earlier", async (world) => {
    const { first, second, clock } = world;
    const [old, fresh] = [apiKey("KEY00001", 1), apiKey("KEY00002", 2)];
    await first.addApiKey(old);
    await first.revokeApiKey(old.id, 1_000);
    const due = { ...old, revokedAt: clock.now() + 1_000 };
    same(await second.rotateApiKey({ id: old.id, afterMs: 5_000, key: fresh }), "rotated", "answer");
    same(await first.listApiKeys(), [due, fresh], "keys");
    const third = apiKey("KEY00003", 3);
    same(await first.rotateApiKey({ id: old.id, afterMs: 500, key: third }), "rotated", "again");
    same(
      await second.listApiKeys(),
      [{ ...old, revokedAt: clock.now() + 500 }, fresh, third],
      "an earlier one",
    );
  }),

  storeCase("a rotation whose reply was lost changes nothing when it is repeated", async (world) => {
    const { first, second, clock } = world;
    await first.addApiKey(apiKey("KEY00001", 1));
    await first.addApiKey(apiKey("KEY00002", 2));
    const entry = (id: string): AuditEntry => auditEntry(id, { kind: "api_key" });
    const rotations = [
      { id: "KEY00001", afterMs: 5_000, key: apiKey("KEY00003", 3), audit: [entry("1"), entry("3")] },
      { id: "KEY00002", afterMs: 0, key: apiKey("KEY00004", 4), audit: [entry("2"), entry("4")] },
    ];
    for (const rotation of rotations) same(await first.rotateApiKey(rotation), "rotated", "answer");
    const state = async (store: Store): Promise<readonly unknown[]> => [
      await store.listApiKeys(),
      (await store.readCatalog()).version,
      await store.readAudit({ limit: 10 }),
    ];
    const before = await state(first);
    clock.advance(1_000);
    for (const store of [first, second]) {
      const answers = await Promise.all(rotations.map((rotation) => store.rotateApiKey(rotation)));
      same(answers, ["exists", "revoked"], "answers to a repeat");
      same(await state(store), before, "keys, version and notes");
    }
  }),
];
