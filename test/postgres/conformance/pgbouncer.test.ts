import { openPostgres } from "../../../adapters/postgres/mod.ts";
import { backendAt, type ReusableBackend } from "../../setup/postgres-backends.ts";
import { startPooler } from "../../setup/postgres-pooler.ts";
import { startPostgresServer } from "../../setup/postgres-server.ts";
import { defineConformance } from "./define.ts";

/** In transaction mode no two calls of a store need be on one session. */
async function start(): Promise<ReusableBackend> {
  const server = await startPostgresServer({}, 15);
  const pooler = await startPooler(server.url);
  const backend = backendAt(pooler.url, (options) => openPostgres(pooler.url, options));
  return {
    ...backend,
    close: async () => {
      await backend.executor.close();
      await pooler.stop();
      await server.stop();
    },
  };
}

defineConformance("PostgreSQL 15 behind PgBouncer in transaction mode", start);
