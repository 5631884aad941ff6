import { neonConfig, Pool } from "@neondatabase/serverless";
import { createPostgresStore, pgExecutor } from "../../../adapters/postgres/mod.ts";
import { backendAt, type ReusableBackend } from "../../setup/postgres-backends.ts";
import { startPostgresServer } from "../../setup/postgres-server.ts";
import { startWebSocketRelay } from "../web-socket-relay.ts";
import { defineConformance } from "./define.ts";

/** Neon's driver over WebSockets, to a server that is not Neon's: without its TLS and its shorter greeting. */
async function start(): Promise<ReusableBackend> {
  const server = await startPostgresServer();
  const relay = await startWebSocketRelay(server.port);
  neonConfig.wsProxy = () => relay.address;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineConnect = false;
  const pool = new Pool({ connectionString: server.url });
  const executor = pgExecutor(pool, { callTimeoutMs: 20_000, ownsPool: true });
  const backend = backendAt(server.url, async (options) =>
    createPostgresStore({ executor: { ...executor, close: async () => {} }, ...options }),
  );
  return {
    ...backend,
    close: async () => {
      await Promise.all([executor.close(), backend.executor.close()]);
      await relay.close();
      await server.stop();
    },
  };
}

defineConformance("Neon's driver", start, "races");
