import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { UpstashStore } from "../../adapters/upstash/mod.ts";
import { apiKey, campaign, choice, deliveryIdAt, order, seen } from "../conformance/fixtures.ts";
import { type Backend, startBackend } from "./backend.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const id = deliveryIdAt(Date.UTC(2026, 2, 4), 1);

describe("the keys of a development version before 0.1.0", () => {
  test.each([
    ["ready", (store: UpstashStore) => store.ready()],
    ["migrate", (store: UpstashStore) => store.migrate()],
    ["planMigrations", (store: UpstashStore) => store.planMigrations()],
    ["catalogChanges", (store: UpstashStore) => store.catalogChanges()],
    ["readCatalog", (store: UpstashStore) => store.readCatalog()],
    ["addApiKey", (store: UpstashStore) => store.addApiKey(apiKey("KEY00001", 1))],
    ["listWebhooks", (store: UpstashStore) => store.listWebhooks()],
    ["issue", (store: UpstashStore) => store.issue([order(id, [choice("tea")])])],
    ["record", (store: UpstashStore) => store.record([seen(id)])],
    ["findDeliveries", (store: UpstashStore) => store.findDeliveries([id])],
    ["readCharges", (store: UpstashStore) => store.readCharges({ from: 0, to: 9e15, by: [], limit: 9 })],
  ])("are refused by %s with what to do, and stay as they are", async (_, call) => {
    const prefix = backend.newPrefix();
    const root = `{${prefix}}`;
    const { redis } = backend.bridge;
    await redis("HSET", `${root}:catalog`, "seq", "1", "nonce", "aNonceOfOld1", "followed", "1");
    await redis("HSET", `${root}:docs`, "c:tea", JSON.stringify(campaign("tea")));
    const state = async (): Promise<readonly unknown[]> => [
      await redis("KEYS", `${root}:*`),
      await redis("HGETALL", `${root}:catalog`),
      await redis("HGETALL", `${root}:docs`),
    ];
    const before = await state();
    await expect(call(backend.openStore({ prefix }))).rejects.toMatchObject({
      outage: true,
      code: "UNSUITABLE_DATABASE",
      message: expect.stringMatching(
        /development version of Handbill before 0\.1\.0 .*Export the catalogue with that version .*choose another prefix or database.*`handbill apply`/,
      ),
    });
    expect(await state()).toEqual(before);
  });

  test("are refused, too, where a budget's figure has another name", async () => {
    const prefix = backend.newPrefix();
    const { redis } = backend.bridge;
    await redis("HSET", `{${prefix}}:catalog`, "seq", "1", "nonce", "aNonceOfOld1", "format", "1");
    await redis("HSET", `{${prefix}}:campaign:tea`, "status", "active", "zone", "UTC", "spent", "100");
    await expect(backend.openStore({ prefix }).readSpend(["tea"])).rejects.toMatchObject({
      code: "UNSUITABLE_DATABASE",
    });
  });
});
