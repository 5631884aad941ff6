import { fileURLToPath } from "node:url";
import { type Instance, startInstance } from "../faults/processes/instance.ts";
import { type CuttingProxy, startCuttingProxy } from "./cutting-proxy.ts";
import type { Backend, TorturedStore } from "./tortured-store.ts";

/** A server behind a proxy that its clients use, and before a proxy that it reaches its store by. */
export interface Server {
  /** The port that clients use, whichever process answers. */
  readonly port: number;
  /** The network between clients and server. */
  readonly clientSide: CuttingProxy;
  /** The network between server and store. Absent: there is none. */
  readonly storeSide: CuttingProxy | undefined;
  /** Whether a process runs. */
  readonly isUp: () => boolean;
  /** Starts a process. Does nothing while one runs. */
  readonly start: () => Promise<void>;
  /** SIGKILL. */
  readonly kill9: () => Promise<void>;
  /** SIGTERM, and its end. */
  readonly stop: () => Promise<void>;
  /** Ends everything. */
  readonly close: () => Promise<void>;
}

/** Options of a server. */
export interface ServerOptions {
  readonly tortured: TorturedStore;
  /** The name or path for `--store`. */
  readonly storeName: string;
  readonly backend: Backend;
  readonly plantName: string;
  readonly operatorToken: string;
}

const entry = fileURLToPath(new URL("server.ts", import.meta.url));

/** Starts one server. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { backend, storeName, plantName, operatorToken } = options;
  const clientSide = await startCuttingProxy(0);
  const storeSide = backend.network && (await startCuttingProxy(backend.network.port));
  const address = storeSide === undefined ? backend.address : backend.network?.through(storeSide.port);
  let running: Instance | undefined;
  const end = async (how: (instance: Instance) => Promise<unknown>): Promise<void> => {
    const ending = running;
    running = undefined;
    if (ending !== undefined) await how(ending);
  };
  const start = async (): Promise<void> => {
    if (running !== undefined) return;
    running = await startInstance(backend.address, {
      entry,
      env: {
        TORTURED_STORE: storeName,
        TORTURED_ADDRESS: address ?? backend.address,
        TORTURED_PLANT: plantName,
        HANDBILL_OPERATOR_TOKEN: operatorToken,
        HANDBILL_CURRENCY: "EUR",
        HANDBILL_REVIEW: "off",
        HANDBILL_LOCAL_URLS: "on",
        HANDBILL_UNPROVEN_SHARE: "false",
        HANDBILL_UNPROVEN_HOLDS: "false",
        HANDBILL_LIMIT_WRITES_PER_PRINCIPAL: "false",
        HANDBILL_LIMIT_SEEN_PER_USER: "false",
        HANDBILL_LIMIT_INTERACT_PER_USER: "false",
      },
    });
    clientSide.leadTo(Number(new URL(running.url).port));
  };
  await start();
  return {
    port: clientSide.port,
    clientSide,
    storeSide,
    isUp: () => running !== undefined,
    start,
    kill9: () => end((instance) => instance.kill9()),
    stop: () => end((instance) => instance.stop()),
    close: async () => {
      await end((instance) => instance.kill9());
      await clientSide.close();
      await storeSide?.close();
    },
  };
}
