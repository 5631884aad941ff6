import { Pool } from "pg";
import { createPostgresStore, pgExecutor } from "../../../adapters/postgres/mod.ts";
import { backendAt, type ReusableBackend } from "../../setup/postgres-backends.ts";
import { startPostgresServer } from "../../setup/postgres-server.ts";
import { defineConformance } from "./define.ts";

/** Two applications with a pool of pg each. */
async function start(): Promise<ReusableBackend> {
  const server = await startPostgresServer();
  const pools = [
    new Pool({ connectionString: server.url }),
    new Pool({ connectionString: server.url }),
  ] as const;
  // Long: a busy machine must not make an outage of it.
  const executors = pools.map((pool) => pgExecutor(pool, { callTimeoutMs: 20_000, ownsPool: true }));
  let opened = 0;
  const backend = backendAt(server.url, async (options) => {
    opened += 1;
    const executor = executors[opened % executors.length];
    if (executor === undefined) throw new Error("There are two pools.");
    return createPostgresStore({ executor: { ...executor, close: async () => {} }, ...options });
  });
  return {
    ...backend,
    close: async () => {
      await Promise.all([...executors.map(({ close }) => close()), backend.executor.close()]);
      await server.stop();
    },
  };
}

defineConformance("a pool of pg", start);
