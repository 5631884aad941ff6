import type { ApiKeyRecord } from "../../../core/catalog/entities.ts";
import type { AuditEntry } from "../../../core/storage/audit-store.ts";
import { check, fail, same, sameSet } from "../assert.ts";
import { apiKey, auditEntry, publisher } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, storeCase } from "../world.ts";

export const keyCases: readonly StoreCase[] = [
  storeCase(
    "keys are listed in order of creation, of all publishers or of one",
    async ({ first, second }) => {
      const keys = [
        apiKey("KEYzzzz1", 1_000),
        apiKey("KEYaaaa2", 2_000, { publisherId: "publisher-2", mode: "test" }),
        apiKey("KEYmmmm3", 3_000, { label: "Ключ 🔑" }),
        apiKey("KEYbbbb4", 4_000, { publisherId: "publisher-2", mode: "manage" }),
      ];
      for (const key of keys) same(await first.addApiKey(key), "added", "answer");
      same(await second.listApiKeys(), keys, "all keys");
      same(await second.listApiKeys("publisher-1"), [keys[0], keys[2]], "keys of publisher-1");
      same(await second.listApiKeys("nobody"), [], "keys of nobody");
    },
  ),

  storeCase("a key whose id is taken is not stored", async ({ first, second }) => {
    const key = apiKey("KEY00001", 1_000);
    await first.addApiKey(key);
    const { version } = await first.readCatalog();
    same(await second.addApiKey(apiKey("KEY00001", 2_000, { hash: "cd".repeat(32) })), "exists", "answer");
    same(await first.listApiKeys(), [key], "keys");
    same((await first.catalogChanges(version)).delta, undefined, "changes");
  }),

  storeCase("of 64 racing keys of one id one is stored", async (world) => {
    const answers = await race(world, 64, (store, index) =>
      store.addApiKey(apiKey("KEY00001", 1_000, { label: `Key ${index}` })),
    );
    same(answers.filter((answer) => answer === "added").length, 1, "keys added");
    const labels = (await world.first.listApiKeys()).map(({ label }) => label);
    same(labels, [`Key ${answers.indexOf("added")}`], "labels");
  }),

  storeCase(
    "a publisher has most keys that are not refused, of its own",
    async ({ first, second, clock }) => {
      const add = (id: string, publisherId = "publisher-1") =>
        second.addApiKey(apiKey(id, 1, { publisherId }), auditEntry(id), 2);
      same([await add("KEY00001"), await add("KEY00002")], ["added", "added"], "answers up to the limit");
      same(await add("KEY00009", "publisher-2"), "added", "another publisher's");
      const { version } = await first.readCatalog();
      same(await add("KEY00003"), "full", "one more");
      same(await add("KEY00002"), "exists", "a taken id");
      same((await first.readCatalog()).version, version, "version after the refusals");
      same((await first.readAudit({ limit: 10 })).length, 3, "notes");
      await first.revokeApiKey("KEY00001", 1_000);
      same(await add("KEY00003"), "full", "while the revocation is due");
      clock.advance(1_000);
      same(await add("KEY00003"), "added", "once it is refused");
      await first.revokeApiKey("KEY00002", 0);
      same(await add("KEY00004"), "added", "beside a revoked one");
      same(await first.addApiKey(apiKey("KEY00005", 1)), "added", "without a limit");
    },
  ),

  storeCase("of 64 racing keys no more are stored than there may be", async (world) => {
    for (const id of ["KEYold01", "KEYold02"]) await world.first.addApiKey(apiKey(id, 1));
    const answers = await race(world, 64, (store, index) =>
      store.addApiKey(apiKey(`KEY1${index}`, 2), auditEntry(`KEY1${index}`), 10),
    );
    same(answers.filter((answer) => answer === "added").length, 8, "keys added");
    same(answers.filter((answer) => answer === "full").length, 56, "keys refused");
    same((await world.second.listApiKeys("publisher-1")).length, 10, "keys");
    same((await world.second.readAudit({ limit: 100 })).length, 8, "notes");
  }),

  storeCase("a rotation that keeps the old key counts, one that ends it does not", async (world) => {
    const { first, second } = world;
    for (const id of ["KEY00001", "KEY00002"]) await first.addApiKey(apiKey(id, 1));
    const rotate = (afterMs: number, id = "KEY00001") =>
      second.rotateApiKey({ id, afterMs, key: apiKey("KEY00003", 3), most: 2, audit: [auditEntry(id)] });
    const { version } = await first.readCatalog();
    same(await rotate(1), "full", "with an overlap");
    same(await rotate(1, "KEYnone0"), "unknown", "of no key");
    same((await first.readCatalog()).version, version, "version after the refusals");
    same(await first.readAudit({ limit: 10 }), [], "notes of the refusals");
    same(await rotate(0), "rotated", "without an overlap");
    same((await first.listApiKeys()).length, 3, "keys");
  }),

  storeCase(
    "of 64 racing rotations of different keys no more old keys stay than there may be",
    async (world) => {
      const ids = Array.from({ length: 64 }, (_, index) => `KEY0${index}`);
      for (const id of ids) await world.first.addApiKey(apiKey(id, 1));
      const answers = await race(world, 64, (store, index) =>
        store.rotateApiKey({
          id: ids[index] ?? "",
          afterMs: 60_000,
          key: apiKey(`KEY1${index}`, 2),
          most: 70,
        }),
      );
      same(answers.filter((answer) => answer === "rotated").length, 6, "rotations");
      same((await world.second.listApiKeys()).length, 70, "keys");
    },
  ),

  storeCase("a key is revoked by the store's clock", async ({ first, second, clock }) => {
    const key = apiKey("KEY00001", 1_000);
    await first.addApiKey(key);
    const due = { ...key, revokedAt: clock.now() + 5_000 };
    same(await first.revokeApiKey("KEY00001", 5_000), due, "answer");
    same(await second.listApiKeys(), [due], "keys");
  }),

  storeCase("a revocation can be moved forward and never back", async ({ first, second, clock }) => {
    const key = apiKey("KEY00001", 1_000);
    await first.addApiKey(key);
    const start = clock.now();
    await first.revokeApiKey("KEY00001", 5_000);
    same(await second.revokeApiKey("KEY00001", 6_000), { ...key, revokedAt: start + 5_000 }, "later time");
    clock.advance(1);
    same(await second.revokeApiKey("KEY00001", 5_000), { ...key, revokedAt: start + 5_000 }, "repeated");
    same(await second.revokeApiKey("KEY00001", 4_000), { ...key, revokedAt: start + 4_001 }, "earlier time");
    same(await first.listApiKeys(), [{ ...key, revokedAt: start + 4_001 }], "keys");
  }),

  storeCase("a key that is revoked at once is marked so, and stays so", async ({ first, second, clock }) => {
    const key = apiKey("KEY00001", 1_000);
    await first.addApiKey(key);
    const gone = { ...key, revokedAt: clock.now(), revoked: true } as const;
    await first.revokeApiKey("KEY00001", 5_000);
    same(await first.revokeApiKey("KEY00001", 0), gone, "answer");
    clock.advance(-7_200_000);
    same(await second.revokeApiKey("KEY00001", 0), gone, "repeated by a clock that was set back");
    same(await second.revokeApiKey("KEY00001", 1), gone, "scheduled afterwards");
    same(await second.listApiKeys(), [gone], "keys");
  }),

  storeCase("a key whose time has come can still be revoked at once", async ({ first, second, clock }) => {
    const key = apiKey("KEY00001", 1_000);
    await first.addApiKey(key);
    const due = clock.now() + 1_000;
    await first.revokeApiKey("KEY00001", 1_000);
    clock.advance(2_000);
    same(await second.revokeApiKey("KEY00001", 0), { ...key, revokedAt: due, revoked: true }, "answer");
  }),

  storeCase("a rotation stores the new key and revokes the old one in one step", async (world) => {
    const { first, second, clock } = world;
    const [old, fresh] = [apiKey("KEY00001", 1_000), apiKey("KEY00002", 2_000, { label: "New" })];
    await first.addApiKey(old);
    const { version } = await first.readCatalog();
    same(await first.rotateApiKey({ id: old.id, afterMs: 5_000, key: fresh }), "rotated", "answer");
    const due = { ...old, revokedAt: clock.now() + 5_000 };
    same(await second.listApiKeys(), [due, fresh], "keys");
    const { delta } = await second.catalogChanges(version);
    sameSet(delta?.apiKeys ?? [], [due, fresh], "delta");
    same(await second.rotateApiKey({ id: old.id, afterMs: 5_000, key: fresh }), "exists", "repeated");
    same(await first.listApiKeys(), [due, fresh], "keys after the repetition");
    const third = apiKey("KEY00003", 3_000);
    same(await first.rotateApiKey({ id: fresh.id, afterMs: 0, key: third }), "rotated", "without overlap");
    const gone = { ...fresh, revokedAt: clock.now(), revoked: true };
    same(await second.listApiKeys(), [due, gone, third], "keys of a rotation without overlap");
  }),

  storeCase("a rotation that is refused changes nothing", async ({ first, second, clock }) => {
    const [due, gone, fresh] = [apiKey("KEY00001", 1), apiKey("KEY00002", 2), apiKey("KEY00003", 3)];
    for (const key of [due, gone]) await first.addApiKey(key);
    await first.revokeApiKey(due.id, 1_000);
    await first.revokeApiKey(gone.id, 0);
    clock.advance(1_000);
    const { version } = await first.readCatalog();
    for (const [id, key, answer] of [
      ["KEYnone0", fresh, "unknown"],
      [due.id, fresh, "revoked"],
      [gone.id, fresh, "revoked"],
    ] as const) {
      same(await second.rotateApiKey({ id, afterMs: 0, key, audit: [auditEntry(id)] }), answer, `${id}`);
    }
    same((await first.readCatalog()).version, version, "version after the refusals");
    same(await first.addApiKey(fresh), "added", "the key that no rotation stored");
    const taken = { ...apiKey("KEY00001", 4), label: "Another" };
    same(
      await second.rotateApiKey({ id: fresh.id, afterMs: 0, key: taken, audit: [auditEntry("x")] }),
      "exists",
      "taken id",
    );
    same((await second.listApiKeys()).length, 3, "number of keys");
    same((await second.listApiKeys()).at(-1), fresh, "the key that was to be replaced");
    same(await second.readAudit({ limit: 10 }), [], "notes");
  }),

  storeCase("of 64 racing rotations of one key at once one is done", async (world) => {
    await world.first.addApiKey(apiKey("KEY00000", 1));
    const entry = (id: string): AuditEntry => auditEntry(id, { kind: "api_key", action: "create" });
    const answers = await race(world, 64, (store, index) => {
      const key = apiKey(`KEY1${index}`, 2);
      return store.rotateApiKey({ id: "KEY00000", afterMs: 0, key, audit: [entry(key.id), entry("old")] });
    });
    same(answers.filter((answer) => answer === "rotated").length, 1, "rotations");
    const winner = `KEY1${answers.indexOf("rotated")}`;
    same((await world.second.listApiKeys()).map(({ id }) => id).sort(), ["KEY00000", winner].sort(), "keys");
    const noted = (await world.second.readAudit({ limit: 10 })).map(({ entityId }) => entityId);
    same(noted, ["old", winner], "notes, the newest first");
  }),

  storeCase("removing a publisher revokes its keys in the same step, for good", async (world) => {
    const { first, second, clock } = world;
    await world.change({ publishers: [publisher(), publisher({ id: "publisher-2" })] });
    const keys = [
      apiKey("KEY00001", 1),
      apiKey("KEY00002", 2, { mode: "manage" }),
      apiKey("KEY00003", 3, { publisherId: "publisher-2" }),
      apiKey("KEY00004", 4),
    ];
    for (const key of keys) await first.addApiKey(key);
    await first.revokeApiKey("KEY00004", 60_000);
    const { version } = await first.readCatalog();
    await world.change({}, [{ kind: "publisher", id: "publisher-1" }]);
    const gone = (key: ApiKeyRecord): ApiKeyRecord => ({ ...key, revokedAt: clock.now(), revoked: true });
    const after = keys.map((key) => (key.publisherId === "publisher-1" ? gone(key) : key));
    same(await second.listApiKeys(), after, "keys");
    const { delta } = await second.catalogChanges(version);
    sameSet(
      delta?.apiKeys ?? [],
      after.filter((key) => key.revoked === true),
      "delta",
    );
    clock.advance(-7_200_000);
    await world.change({ publishers: [publisher()] });
    same(await second.listApiKeys(), after, "keys of a publisher that is stored again");
  }),

  storeCase("an unknown key cannot be revoked", async ({ first }) => {
    same(await first.revokeApiKey("KEY00001", 5_000), undefined, "answer");
    same(await first.listApiKeys(), [], "keys");
  }),

  storeCase("a new key and a revocation reach the serving side", async ({ first, second, clock }) => {
    const key = apiKey("KEY00001", 1_000);
    const { version: empty } = await first.readCatalog();
    await first.addApiKey(key);
    const added = (await second.catalogChanges(empty)).delta ?? fail("no change after a new key");
    check(added.version !== empty, `a new key leaves the version at ${empty}`);
    same([added.reload, added.apiKeys], [false, [key]], "delta after a new key");
    await first.revokeApiKey("KEY00001", 5_000);
    const revoked =
      (await second.catalogChanges(added.version)).delta ?? fail("no change after a revocation");
    check(revoked.version !== added.version, `a revocation leaves the version at ${added.version}`);
    same(
      [revoked.reload, revoked.apiKeys],
      [false, [{ ...key, revokedAt: clock.now() + 5_000 }]],
      "delta after a revocation",
    );
  }),
];
