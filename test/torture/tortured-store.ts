import { pathToFileURL } from "node:url";
import type { Store } from "../../core/storage/store.ts";
import type { Clock } from "../../core/timing/clock.ts";

/** A store that the torture can start, open, disturb and judge. A module for `--store` exports it as `tortured`. */
export interface TorturedStore {
  /** How many servers may share the backend. 1: only one process may have it open, so the judge stops the server first. */
  readonly servers: number;
  /** Starts a fresh and empty backend, in this process or in processes of its own. */
  readonly start: () => Promise<Backend>;
  /**
   * Opens the store at an address of the backend, in a server's process and in the judge's. With `clock` it judges time by that
   * clock: the judge sets it ahead to see holds come back.
   */
  readonly open: (address: string, clock?: Clock) => Promise<Store>;
}

/** A running backend. */
export interface Backend {
  /** The address for `open`: a database's URL, or a file. */
  readonly address: string;
  /** Where the backend listens, so that a proxy can cut its connections. Absent: there is no network between. */
  readonly network?: BackendNetwork | undefined;
  /** How its processes are killed and started again on the same data. Absent: the backend has no process of its own. */
  readonly process?: BackendProcess | undefined;
  /** Ends it and deletes its data. */
  readonly stop: () => Promise<void>;
}

/** The network of a backend. */
export interface BackendNetwork {
  /** The port on 127.0.0.1. */
  readonly port: number;
  /** Returns the address of the backend behind another port on 127.0.0.1. */
  readonly through: (port: number) => string;
}

/** The processes of a backend. */
export interface BackendProcess {
  /** SIGKILL to all of them. The data stay. */
  readonly kill9: () => Promise<void>;
  /** Starts them again on the same data and port. */
  readonly restart: () => Promise<void>;
}

/** The stores that have a name. */
export const namedStores = ["postgres", "sqlite", "upstash"] as const;

/** Loads a store by its name or the path of its module. Rejects with advice. */
export async function loadStore(nameOrPath: string): Promise<TorturedStore> {
  const isNamed = namedStores.some((name) => name === nameOrPath);
  const url = isNamed ? new URL(`stores/${nameOrPath}.ts`, import.meta.url) : pathToFileURL(nameOrPath);
  let module: unknown;
  try {
    module = await import(url.href);
  } catch (error) {
    const advice = `Use --store ${namedStores.join(", ")}, or the path of a module that exports \`tortured\`.`;
    throw new Error(`The store ${nameOrPath} cannot be loaded. ${advice}`, { cause: error });
  }
  if (exportsStore(module)) return module.tortured;
  throw new Error(`${nameOrPath} must export \`tortured\` with servers, start and open: a TorturedStore.`);
}

function exportsStore(module: unknown): module is { readonly tortured: TorturedStore } {
  if (typeof module !== "object" || module === null || !("tortured" in module)) return false;
  const { tortured } = module;
  return typeof tortured === "object" && tortured !== null && "servers" in tortured && "open" in tortured;
}
