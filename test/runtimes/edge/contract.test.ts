import { afterAll, beforeAll } from "vitest";
import { openPostgres } from "../../../adapters/postgres/mod.ts";
import { contractCatalog } from "../../contract/catalog.ts";
import { storedKeys } from "../../contract/keys.ts";
import { openTarget } from "../../contract/over-socket.ts";
import { defineContractSuite } from "../../contract/suite.ts";
import { type PostgresServer, startPostgresServer } from "../../setup/postgres-server.ts";
import { type Backend, startBackend } from "../../upstash/backend.ts";
import { plant } from "../seed.ts";
import { workerdTarget } from "../targets.ts";

const seed = { catalog: contractCatalog, apiKeys: storedKeys };
let backend: Backend;
let database: PostgresServer;

beforeAll(async () => {
  const settings = { max_connections: "300" };
  [backend, database] = await Promise.all([startBackend(), startPostgresServer(settings)]);
  await plant(backend.openStore({ prefix: "edge" }), seed);
  const store = await openPostgres(database.url);
  await store.migrate();
  await plant(store, seed);
  await store.close();
}, 120_000);
afterAll(async () => {
  await backend.close();
  await database.stop();
});

// With the memory store `over-sockets/workerd.test.ts` runs every case.
for (const store of ["upstash", "postgres"]) {
  defineContractSuite(
    `the contract on workerd with ${store}`,
    () =>
      openTarget(
        workerdTarget("workerd", {
          TEST_STORE: store,
          TEST_REDIS_URL: backend.bridge.url,
          TEST_REDIS_TOKEN: backend.bridge.token,
          TEST_DATABASE_URL: database.url,
        }),
      ),
    "wire",
  );
}
