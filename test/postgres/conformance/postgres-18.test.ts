import postgres from "postgres";
import { createPostgresStore } from "../../../adapters/postgres/mod.ts";
import { backendAt, type ReusableBackend } from "../../setup/postgres-backends.ts";
import { startPostgresServer } from "../../setup/postgres-server.ts";
import { defineConformance } from "./define.ts";

// The driver's types do not know max_pipeline: see `createPostgresStore`.
const settings = { max: 10, max_pipeline: 0, onnotice: () => undefined };

/** Two applications with pools of their own: sessions, and the plans in them, outlive a case. */
async function start(): Promise<ReusableBackend> {
  const server = await startPostgresServer();
  const [first, second] = [postgres(server.url, settings), postgres(server.url, settings)];
  let sql = second;
  const backend = backendAt(server.url, async (options) => {
    sql = sql === first ? second : first;
    // Long: a busy machine must not make an outage of it.
    return createPostgresStore({ sql, callTimeoutMs: 20_000, ...options });
  });
  return {
    ...backend,
    close: async () => {
      await Promise.all([first.end(), second.end(), backend.executor.close()]);
      await server.stop();
    },
  };
}

defineConformance("PostgreSQL 18", start);
