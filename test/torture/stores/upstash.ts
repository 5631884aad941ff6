import { openUpstash } from "../../../adapters/upstash/mod.ts";
import { startBridge } from "../../upstash/bridge.ts";
import { startRedis } from "../../upstash/start-redis.ts";
import type { TorturedStore } from "../tortured-store.ts";

/** A redis-server that writes to disk before it answers, behind the REST API of Upstash. */
export const tortured: TorturedStore = {
  servers: 3,
  start: async () => {
    const server = await startRedis("always");
    const bridge = await startBridge(server.port);
    const addressOf = (port: string | number): string => `http://${bridge.token}@127.0.0.1:${port}`;
    const { port } = new URL(bridge.url);
    return {
      address: addressOf(port),
      network: { port: Number(port), through: addressOf },
      process: { kill9: server.kill9, restart: server.restart },
      stop: async () => {
        await bridge.close();
        await server.stop();
      },
    };
  },
  open: async (address, clock) => {
    const { origin, username: token } = new URL(address);
    return openUpstash({ url: origin, token, clock });
  },
};
