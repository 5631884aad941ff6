import { join, resolve } from "node:path";
import { returnedOnce } from "../kit/migrations.ts";
import { lockDirectory } from "./directory-lock.ts";
import { importDriver } from "./import-driver.ts";
import { type PgliteLike, pgliteExecutor } from "./pglite-executor.ts";
import { type PostgresStore, type StoreOptions, storeOn } from "./store.ts";

export { DirectoryInUse } from "./directory-lock.ts";
export type { PgliteLike } from "./pglite-executor.ts";

/** Options of a store on an embedded PostgreSQL. */
export interface PgliteStoreOptions extends StoreOptions {
  /** The directory of the data, created if missing. One process at a time. */
  readonly dataDir: string;
}

/**
 * The storage ports on PGlite, a PostgreSQL inside this process: the same SQL, nothing to install. Confirmed
 * changes survive the death of the process (kill -9), but not a loss of power: PGlite never calls fsync.
 * Rejects with {@link DirectoryInUse} while another process holds the directory. `close` closes the database
 * and unlocks.
 */
export async function openPglite(options: PgliteStoreOptions): Promise<PostgresStore> {
  const { dataDir, ...rest } = options;
  const name = "@electric-sql/pglite";
  const { PGlite } = await importDriver(name, () => import("@electric-sql/pglite"));
  const lock = lockDirectory(dataDir);
  try {
    const pglite: PgliteLike = await PGlite.create({ dataDir: join(resolve(dataDir), "pgdata") });
    return await openStore(pglite, rest, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openStore(
  pglite: PgliteLike,
  options: StoreOptions,
  closed: () => void,
): Promise<PostgresStore> {
  const store = storeOn(pgliteExecutor(pglite), options);
  try {
    const migrate = returnedOnce(await store.migrate());
    await store.ready();
    return {
      ...store,
      migrate,
      async close() {
        await store.close();
        closed();
      },
    };
  } catch (error) {
    await pglite.close();
    throw error;
  }
}
