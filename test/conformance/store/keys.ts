import { check, fail, same } from "../assert.ts";
import { apiKey } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, storeCase } from "../world.ts";

export const keyCases: readonly StoreCase[] = [
  storeCase("keys are listed in order of creation, of one publisher if asked", async ({ first, second }) => {
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
  }),

  storeCase("a key whose id is taken is not stored", async ({ first, second }) => {
    const key = apiKey("KEY00001", 1_000);
    await first.addApiKey(key);
    const { version } = await first.readCatalog();
    same(await second.addApiKey(apiKey("KEY00001", 2_000, { hash: "cd".repeat(32) })), "exists", "answer");
    same(await first.listApiKeys(), [key], "keys");
    same(await first.catalogChanges(version), undefined, "changes");
  }),

  storeCase("of 64 racing keys of one id one is stored", async (world) => {
    const answers = await race(world, 64, (store, index) =>
      store.addApiKey(apiKey("KEY00001", 1_000, { label: `Key ${index}` })),
    );
    same(answers.filter((answer) => answer === "added").length, 1, "keys added");
    const labels = (await world.first.listApiKeys()).map(({ label }) => label);
    same(labels, [`Key ${answers.indexOf("added")}`], "labels");
  }),

  storeCase("a revoked key keeps its record with the time", async ({ first, second }) => {
    const key = apiKey("KEY00001", 1_000);
    await first.addApiKey(key);
    const revoked = { ...key, revokedAt: 5_000 };
    same(await first.revokeApiKey("KEY00001", 5_000), revoked, "answer");
    same(await second.listApiKeys(), [revoked], "keys");
  }),

  storeCase("a revocation can be moved forward and never back", async ({ first, second }) => {
    const key = apiKey("KEY00001", 1_000);
    await first.addApiKey(key);
    await first.revokeApiKey("KEY00001", 5_000);
    same(await second.revokeApiKey("KEY00001", 6_000), { ...key, revokedAt: 5_000 }, "later time");
    same(await second.revokeApiKey("KEY00001", 4_000), { ...key, revokedAt: 4_000 }, "earlier time");
    same(await first.listApiKeys(), [{ ...key, revokedAt: 4_000 }], "keys");
  }),

  storeCase("an unknown key cannot be revoked", async ({ first }) => {
    same(await first.revokeApiKey("KEY00001", 5_000), undefined, "answer");
    same(await first.listApiKeys(), [], "keys");
  }),

  storeCase("a new key and a revocation reach the serving side", async ({ first, second }) => {
    const key = apiKey("KEY00001", 1_000);
    const { version: empty } = await first.readCatalog();
    await first.addApiKey(key);
    const added = (await second.catalogChanges(empty)) ?? fail("no change after a new key");
    check(added.version !== empty, "a new key changes the version");
    same([added.reload, added.apiKeys], [false, [key]], "delta after a new key");
    await first.revokeApiKey("KEY00001", 5_000);
    const revoked = (await second.catalogChanges(added.version)) ?? fail("no change after a revocation");
    check(revoked.version !== added.version, "a revocation changes the version");
    same(
      [revoked.reload, revoked.apiKeys],
      [false, [{ ...key, revokedAt: 5_000 }]],
      "delta after a revocation",
    );
  }),
];
