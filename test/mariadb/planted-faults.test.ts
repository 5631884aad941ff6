/**
 * What holds the promises up between connections, taken away piece by piece: row locks and unique keys. Calls of a race meet: the first
 * transaction that has read everything waits before its first change until a second one has read everything, too, so that no
 * fault depends on the speed of the machine.
 */
import { createPool } from "mariadb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqlStore, type SqlDatabase, type SqlDialect, StoreDataError } from "../../adapters/kit/mod.ts";
import { ConformanceFailure, type StoreHarness } from "../conformance/mod.ts";
import { databaseOn, mariadbDialect } from "../examples/mariadb.ts";
import { caseNamed, heldAfterTwins, type Replacement } from "../faults/planted.ts";
import { type MariadbServer, startMariadbServer } from "../setup/mariadb-server.ts";
import { withFaults } from "../sql-store/plant.ts";

const unlocked: SqlDialect = { ...mariadbDialect, rowLock: "" };
const noChargeKey = {
  from: "charged_at BIGINT,\n  PRIMARY KEY (id)",
  to: "charged_at BIGINT,\n  CHECK (1 = 1)",
};
const noDeliveryKey = {
  from: "seen_recorded BIGINT NOT NULL,\n  PRIMARY KEY (id)",
  to: "seen_recorded BIGINT NOT NULL,\n  CHECK (1 = 1)",
};

let server: MariadbServer;
let databases = 0;

beforeAll(async () => {
  server = await startMariadbServer();
});
afterAll(() => server.stop());

test.each([
  "64 racers share the last units of a total budget without overspending",
  "64 racers share the last unit of a daily budget without overspending",
  "of 64 racers for a user's last impression one wins",
  "racing releasers give each hold back once",
  "of 64 racing changes of one version one is applied",
  "of 64 claimers at once no two get the same message",
])("without row locks the kit refuses the store: %s", async (name) => {
  await expect(caseNamed(name)(harness(unlocked, []))).rejects.toSatisfy(isRefusal);
});

const views = "of 64 views of one delivery one is recorded and charges";

test("without row locks the key of the charges keeps a delivery from being charged twice", async () => {
  // A racer that read its day too late meets a CHECK before it meets the key. Neither charges twice.
  const failure: unknown = await caseNamed(views)(harness(unlocked, [])).catch((error: unknown) => error);
  expect(failure === undefined || failure instanceof StoreDataError).toBe(true);
});

test("without row locks and without the key of the charges the kit refuses the store", async () => {
  const failure = caseNamed(views)(harness(unlocked, [noChargeKey]));
  await expect(failure).rejects.toSatisfy(isRefusal);
});

test("the key of the deliveries keeps an order that two instances issue from different campaigns from being two", async () => {
  expect(await heldAfterTwins(harness(mariadbDialect, []))).toBe(100);
  expect(await heldAfterTwins(harness(mariadbDialect, [noDeliveryKey]))).toBe(200);
});

/** A failure of the case, or of the store: a racer may find a CHECK of the database before the case finds the wrong amount. */
function isRefusal(error: unknown): boolean {
  return error instanceof ConformanceFailure || error instanceof StoreDataError;
}

function harness(dialect: SqlDialect, plant: readonly Replacement[]): StoreHarness {
  return {
    open: async ({ now }) => {
      databases += 1;
      const database = `faulty_${databases}`;
      const { socketPath, user } = server;
      const admin = createPool({ socketPath, user, connectionLimit: 1 });
      await admin.query(`CREATE DATABASE ${database}`);
      const meet = createMeeting();
      const planted = new Set<Replacement>();
      const open = () => {
        const initSql = "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";
        const pool = databaseOn(createPool({ socketPath, user, database, initSql, acquireTimeout: 100_000 }));
        return createSqlStore(meet(withFaults(pool, plant, planted)), dialect, { clock: now });
      };
      const stores = [open(), open()] as const;
      await stores[0].migrate();
      expect(planted, "the replaced text is in a statement").toEqual(new Set(plant));
      return {
        stores,
        close: async () => {
          await Promise.all(stores.map((store) => store.close()));
          await admin.query(`DROP DATABASE ${database}`);
          await admin.end();
        },
      };
    },
  };
}

/** Databases whose first two transactions that are open at once both read everything before either changes something. */
function createMeeting(): (database: SqlDatabase) => SqlDatabase {
  let open = 0;
  let hasMet = false;
  let go: (() => void) | undefined;
  const meet = async (): Promise<void> => {
    if (hasMet || open < 2) return;
    if (go === undefined) return new Promise((resolve) => (go = resolve));
    hasMet = true;
    go();
  };
  /** A transaction that changes nothing meets nobody. */
  const leave = (): void => {
    open -= 1;
    if (open >= 2 || hasMet) return;
    go?.();
    go = undefined;
  };
  return (database) => ({
    ...database,
    transaction: async (work) => {
      open += 1;
      let hasChanged = false;
      try {
        return await database.transaction((queries) =>
          work({
            ...queries,
            run: async (sql, values) => {
              if (!hasChanged) await meet();
              hasChanged = true;
              return queries.run(sql, values);
            },
          }),
        );
      } finally {
        leave();
      }
    },
  });
}
