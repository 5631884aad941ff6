import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type Caller, createCaller, type IssuedAd } from "./processes/caller.ts";
import { type Instance, startInstance } from "./processes/instance.ts";
import { openQuizShop, platformId } from "./processes/quiz-shop.ts";

let database: PostgresServer;
let instance: Instance;
let caller: Caller;
let ad: IssuedAd;

beforeAll(async () => {
  database = await startPostgresServer();
  const store = await openPostgres(database.url);
  await store.migrate();
  const apiKey = await openQuizShop(store, 1_000_000);
  await store.close();
  instance = await startInstance(database.url);
  caller = createCaller(instance.url, apiKey, platformId);
  const issued = await caller.requestAd("user");
  if (typeof issued === "number") throw new Error(`No ad: ${issued}`);
  ad = issued;
  await database.kill9();
});

afterAll(async () => {
  await instance?.kill9();
  await database?.stop();
});

const requests: readonly { readonly name: string; readonly send: () => Promise<Response> }[] = [
  { name: "POST /api/v1/web/ads", send: () => caller.post("/api/v1/web/ads", { stable_user_id: "user" }) },
  {
    name: "POST /api/v1/web/seen",
    send: () =>
      caller.post("/api/v1/web/seen", { stable_user_id: "user", delivery_id: ad.deliveryId, view: ad.view }),
  },
  {
    name: "POST /api/v1/web/interact",
    send: () =>
      caller.post("/api/v1/web/interact", {
        stable_user_id: "user",
        delivery_id: ad.deliveryId,
        action: ad.action,
      }),
  },
  { name: "GET /readyz", send: () => fetch(`${instance.url}/readyz`) },
];

test.each(requests)("§7 $name is answered 503 while the database is stopped", async ({ send }) => {
  const response = await send();
  expect(response.status).toBe(503);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("retry-after")).toMatch(/^[0-9]+$/);
  expect(await response.json()).toMatchObject({ status: 503, code: "unavailable" });
});

test("the process itself lives on while the database is stopped", async () => {
  expect((await fetch(`${instance.url}/livez`)).status).toBe(200);
});

test("service returns by itself when the database does", async () => {
  await database.restart();
  // A refusing database is tried again once a second.
  await expect.poll(() => caller.requestAd("user")).toHaveProperty("deliveryId");
  await expect.poll(async () => (await fetch(`${instance.url}/readyz`)).status).toBe(200);
});
