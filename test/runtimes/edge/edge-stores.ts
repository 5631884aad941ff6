import { openPostgres } from "../../../adapters/postgres/mod.ts";
import { contractCatalog } from "../../contract/catalog.ts";
import { storedKeys } from "../../contract/keys.ts";
import { startPostgresServer } from "../../setup/postgres-server.ts";
import { startBackend } from "../../upstash/backend.ts";
import { plant, type Seed } from "../seed.ts";

/** The contract's catalogue and keys. */
export const edgeSeed: Seed = { catalog: contractCatalog, apiKeys: storedKeys };

/** Redis and PostgreSQL with the contract's catalogue. */
export interface EdgeStores {
  /** The variables with which `worker.ts` finds them. */
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

export async function startEdgeStores(): Promise<EdgeStores> {
  // Each request has a connection of its own, which may still be closing when the next requests connect.
  const settings = { max_connections: "300" };
  const [backend, database] = await Promise.all([startBackend(), startPostgresServer(settings)]);
  await plant(backend.openStore({ prefix: "edge" }), edgeSeed);
  const store = await openPostgres(database.url);
  await store.migrate();
  await plant(store, edgeSeed);
  await store.close();
  return {
    env: {
      TEST_REDIS_URL: backend.bridge.url,
      TEST_REDIS_TOKEN: backend.bridge.token,
      TEST_DATABASE_URL: database.url,
    },
    stop: async () => {
      await backend.close();
      await database.stop();
    },
  };
}
