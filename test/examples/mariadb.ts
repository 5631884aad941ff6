/** A store on MariaDB 10.11 or later: a dialect, a pool of connections, and the harness for the conformance kit. */
import { type Connection, createConnection, createPool, type Pool, type PoolConfig, SqlError } from "mariadb";
import {
  createSqlStore,
  type SqlDatabase,
  type SqlDialect,
  type SqlQueries,
  type SqlRow,
  type SqlStoreOptions,
  type Store,
} from "../../adapters/kit/mod.ts";
import type { StoreHarness } from "../conformance/mod.ts";

// Binary order without padding: case, accents and trailing spaces count.
const anyText = "CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";

export const mariadbDialect: SqlDialect = {
  name: "MariaDB",
  placeholder: () => "?",
  types: { name: `VARCHAR(256) ${anyText}`, text: `LONGTEXT ${anyText}`, integer: "BIGINT" },
  tableOptions: " ENGINE=InnoDB",
  rowLock: "FOR UPDATE",
  onDuplicate: () => "ON DUPLICATE KEY UPDATE",
  inserted: (column) => `VALUES(${column})`,
  now: "CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED)",
  findTable: "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?",
  maxParameters: 65_535,
  faultOf: (error) => {
    // A lost connection has an error of the system.
    if (!(error instanceof SqlError)) return "outage";
    if (error.code === "ER_LOCK_DEADLOCK") return "conflict";
    if (error.code === "ER_DUP_ENTRY") return "duplicate";
    // SQLSTATE: a value of the wrong kind or size, a violated constraint.
    return /^2[23]/.test(error.sqlState ?? "") ? "data" : "outage";
  },
};

/** Times are in UTC, where no hour comes twice. READ COMMITTED locks no gaps between rows, so deadlocks are rare. */
const settings = ["SET time_zone = '+00:00'", "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED"];

/** Opens a store with a pool of its own. Call its `migrate()` once. */
export function openMariadb(server: PoolConfig, options?: SqlStoreOptions): Store {
  const pool = createPool({ acquireTimeout: 4_000, ...server, charset: "utf8mb4", initSql: settings });
  return createSqlStore(databaseOn(pool), mariadbDialect, options);
}

export function databaseOn(pool: Pool): SqlDatabase {
  return {
    ...queriesOn(pool),
    transaction: async (work) => {
      const connection = await pool.getConnection();
      try {
        await connection.beginTransaction();
        const result = await work(queriesOn(connection));
        await connection.commit();
        return result;
      } catch (error) {
        // A connection that is lost has no transaction left.
        await connection.rollback().catch(() => connection.destroy());
        throw error;
      } finally {
        await connection.release();
      }
    },
    close: () => pool.end(),
  };
}

function queriesOn(connection: Pool | Connection): SqlQueries {
  return {
    all: (sql, values) => connection.query<SqlRow[]>(sql, values),
    run: (sql, values) => connection.query(sql, values),
  };
}

/** Two stores on an empty database of a server, like two instances. */
export function mariadbHarness(server: PoolConfig): StoreHarness {
  const database = "handbill_kit";
  // Long enough for 64 calls that wait for one row on a busy machine.
  const patientMs = 60_000;
  return {
    deadlineMs: patientMs,
    open: async ({ now }) => {
      const admin = await createConnection(server);
      await admin.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
      await admin.query(`USE ${database}`);
      // Emptying the tables of the last case is faster than making new ones.
      const tables = await admin.query<[table: string][]>({ sql: "SHOW TABLES", rowsAsArray: true });
      for (const [table] of tables) await admin.query(`DELETE FROM ${table}`);
      await admin.end();
      const open = (): Store =>
        openMariadb({ ...server, database, acquireTimeout: patientMs, minimumIdle: 1 }, { clock: now });
      const stores = [open(), open()] as const;
      await stores[0].migrate();
      return { stores, close: async () => void (await Promise.all(stores.map((store) => store.close()))) };
    },
  };
}
