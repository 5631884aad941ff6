import { openPostgres } from "../../../adapters/postgres/mod.ts";
import { startPostgresServer } from "../../setup/postgres-server.ts";
import type { TorturedStore } from "../tortured-store.ts";

/** A PostgreSQL 18 server with its durable default settings. */
export const tortured: TorturedStore = {
  servers: 3,
  start: async () => {
    const server = await startPostgresServer();
    return {
      address: server.url,
      network: {
        port: server.port,
        through: (port) => {
          const url = new URL(server.url);
          url.port = String(port);
          return url.href;
        },
      },
      process: { kill9: server.kill9, restart: () => server.restart() },
      stop: () => server.stop(),
    };
  },
  open: (address, clock) => openPostgres(address, { clock }),
};
