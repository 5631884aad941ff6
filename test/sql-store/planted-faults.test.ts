/**
 * What holds the promises up, taken away piece by piece: each fault is planted in the SQL of a database of its own, and a named case
 * of the conformance suite must refuse it. `test/mariadb/planted-faults.test.ts` plants those that need several connections.
 */
import { expect, test } from "vitest";
import { createSqlStore, type SqlDatabase, type Store, StoreDataError } from "../../adapters/kit/mod.ts";
import { ConformanceFailure, storeCases } from "../conformance/mod.ts";
import { type Replacement, withFaults } from "./plant.ts";
import { openMemoryDatabase, sqliteDialect } from "./sqlite-dialect.ts";

interface Fault {
  readonly fault: string;
  readonly plant: readonly Replacement[];
  readonly refusedBy: string;
}

const noChecks: readonly Replacement[] = [
  { from: "CHECK (used_micros + held_micros <= total_budget_micros)", to: "CHECK (1 = 1)" },
  { from: "CHECK (used_micros + held_micros <= daily_budget_micros)", to: "CHECK (1 = 1)" },
];

const faults: readonly Fault[] = [
  {
    fault: "a charge moves no money",
    plant: [
      {
        from: "cap_window_ms = excluded.cap_window_ms, used_micros = excluded.used_micros",
        to: "cap_window_ms = excluded.cap_window_ms, used_micros = 0",
      },
    ],
    refusedBy: "the first event charges when it is a seen, and no later one does",
  },
  {
    fault: "held amounts are not written, and no CHECK knows the budget",
    plant: [
      {
        from: "cap_window_ms = excluded.cap_window_ms, used_micros = excluded.used_micros, held_micros = excluded.held_micros",
        to: "cap_window_ms = excluded.cap_window_ms, used_micros = excluded.used_micros, held_micros = 0",
      },
      ...noChecks,
    ],
    refusedBy: "64 racers share the last units of a total budget without overspending",
  },
  {
    fault: "days are not written",
    plant: [
      {
        from: "daily_budget_micros = excluded.daily_budget_micros, used_micros = excluded.used_micros, held_micros = excluded.held_micros",
        to: "daily_budget_micros = excluded.daily_budget_micros, used_micros = 0, held_micros = 0",
      },
    ],
    refusedBy: "the first event charges when it is a seen, and no later one does",
  },
  {
    fault: "a hold is released again and again, and no CHECK knows held amounts",
    plant: [
      { from: "SET held = 0 WHERE id IN", to: "SET held = held WHERE id IN" },
      { from: "CHECK (held_micros >= 0)", to: "CHECK (1 = 1)" },
      {
        from: "CHECK (unproven_held_micros >= 0 AND unproven_held_micros <= held_micros)",
        to: "CHECK (1 = 1)",
      },
    ],
    refusedBy: "racing releasers give each hold back once",
  },
  {
    fault: "the youngest holds are given back first",
    plant: [
      {
        from: "issued_at < ?\n  ORDER BY issued_at LIMIT",
        to: "issued_at < ?\n  ORDER BY issued_at DESC LIMIT",
      },
    ],
    refusedBy: "a release gives back no more than its limit, oldest first",
  },
  {
    fault: "an issue leaves expired holds as they are",
    plant: [
      {
        from: "WHERE held = 1 AND issued_at < ? AND campaign_id IN",
        to: "WHERE held = 2 AND issued_at < ? AND campaign_id IN",
      },
    ],
    refusedBy: "an expired hold never refuses an order",
  },
  {
    fault: "a view is not kept beside its charge",
    plant: [{ from: "seen_recorded = excluded.seen_recorded", to: "seen_recorded = 0" }],
    refusedBy: "of 64 views of one delivery one is recorded and charges",
  },
  {
    fault: "a window reaches one millisecond too far back",
    plant: [{ from: "d.issued_at > ? - COALESCE", to: "d.issued_at >= ? - COALESCE" }],
    refusedBy: "a sliding cap of 1000 ms ends on its millisecond",
  },
  {
    fault: "deliveries that expired unseen count toward a cap",
    plant: [
      { from: "(d.issued_at >= ? AND (d.held = 1 OR d.price_micros = 0))", to: "d.issued_at >= 0 * ?" },
    ],
    refusedBy: "a delivery that expired unseen gives its place in the cap back",
  },
  {
    fault: "the audit believes the accounts",
    plant: [
      {
        from: "SELECT campaign_id, day, 0, 0, 0, 0, price_micros, publisher_micros, 1, 0, 0, 0, 0, 0 FROM handbill_charges",
        to: "SELECT campaign_id, day, 0, 0, 0, 0, used_micros, 0, 1, 0, 0, 0, 0, 0 FROM handbill_campaign_days WHERE used_micros > 0",
      },
    ],
    refusedBy: "a budget lowered to the held amount still pays every open delivery",
  },
  {
    fault: "a removed entity cannot be named by a delta",
    plant: [{ from: "ON e.version > ?", to: "ON e.version > ? AND e.document IS NOT NULL" }],
    refusedBy: "a known version gets the changes since it, and no more",
  },
  {
    fault: "a removed campaign still takes deliveries",
    plant: [{ from: "SET status = 'removed'", to: "SET status = status" }],
    refusedBy: "a removed campaign is refused and has no spend to read",
  },
  {
    fault: "counts of one line replace each other",
    plant: [{ from: "n = handbill_counts.n + excluded.n", to: "n = excluded.n" }],
    refusedBy: "lines with the same fields are added up, of one call and of several",
  },
  {
    fault: "a claim leaves the message due",
    plant: [{ from: "SET due_at = ?, attempts", to: "SET due_at = due_at + 0 * ?, attempts" }],
    refusedBy: "of 64 claimers at once no two get the same message",
  },
  {
    fault: "a done message is forgotten, and no key knows it",
    plant: [
      { from: "PRIMARY KEY (webhook_id, id)", to: "CHECK (1 = 1)" },
      {
        from: "SELECT webhook_id, id FROM handbill_webhook_messages WHERE",
        to: "SELECT webhook_id, id FROM handbill_webhook_messages WHERE due_at IS NOT NULL AND",
      },
    ],
    refusedBy: "a message that is done is never due, and never stored again",
  },
  {
    fault: "reports are of every advertiser",
    plant: [{ from: "advertiser IN (?)", to: "? IS NOT NULL" }],
    refusedBy: "charges, statistics, users and deliveries are read of the requested owners",
  },
  {
    fault: "a charge is taken back twice, and no CHECK knows it",
    plant: [
      {
        from: "LEFT JOIN handbill_adjusted_charges a ON a.delivery_id = c.id",
        to: "LEFT JOIN handbill_adjusted_charges a ON a.delivery_id = ''",
      },
      { from: "CHECK (adjusted_micros > 0 AND adjusted_micros <= charged_micros)", to: "CHECK (1 = 1)" },
    ],
    refusedBy: "64 callers that take back one charge take it once",
  },
  {
    fault: "an adjustment restores no budget",
    plant: [{ from: "used_micros = used_micros - ?", to: "used_micros = used_micros - 0 * ?" }],
    refusedBy: "a budget is used again only by adjustments that restore it",
  },
  {
    fault: "a write-off leaves the spent amount as it is",
    plant: [{ from: "waived_micros = waived_micros + ?", to: "waived_micros = waived_micros + 0 * ?" }],
    refusedBy: "an adjustment takes back a part of a charge, on every instance",
  },
  {
    fault: "reports leave adjustments out",
    plant: [
      {
        from: "FROM handbill_adjustments a JOIN",
        to: "FROM handbill_adjustments a JOIN (SELECT 1 AS n) x ON x.n = 2 JOIN",
      },
    ],
    refusedBy: "reports and the audit are charges less adjustments",
  },
  {
    fault: "a statement may be added before the one before it",
    plant: [
      {
        from: "SELECT MAX(number) AS last FROM handbill_statements WHERE account = ?",
        to: "SELECT MAX(number) AS last FROM handbill_statements WHERE account <> ?",
      },
    ],
    refusedBy: "statements of an account are numbered without gaps",
  },
];

test.each(faults)("planted fault: $fault", async ({ plant, refusedBy }) => {
  const planted = new Set<Replacement>();
  const conformance =
    storeCases.find(({ name }) => name === refusedBy) ?? expect.fail(`no case ${refusedBy}`);
  const failure = conformance.run({
    open: async ({ now }) => {
      const database = openMemoryDatabase();
      const store = createSqlStore(withFaults(database, plant, planted), sqliteDialect, { clock: now });
      await store.migrate();
      return { stores: [store, store], close: () => store.close() };
    },
  });
  // A CHECK or a key that still holds refuses a value.
  await expect(failure).rejects.toSatisfy(
    (error) => error instanceof ConformanceFailure || error instanceof StoreDataError,
  );
  expect(planted, "the replaced text is in a statement").toEqual(new Set(plant));
});

/** A dialect or a database that breaks a rule which no case of the suite can see. */
const strangeStores: readonly (readonly [string, (database: SqlDatabase) => Store, advice: string])[] = [
  [
    "a clock in seconds",
    (database) => createSqlStore(database, { ...sqliteDialect, now: "unixepoch()" }),
    "`now` of its dialect must be milliseconds since 1970 in UTC",
  ],
  [
    "a clock in the time of a zone",
    (database) => createSqlStore(database, { ...sqliteDialect, now: `${sqliteDialect.now} + 3600000` }),
    "`now` of its dialect must be milliseconds since 1970 in UTC",
  ],
  [
    "a clock that is no number",
    (database) => createSqlStore(database, { ...sqliteDialect, now: "'2026-03-10 12:00:00'" }),
    "`now` of its dialect must be milliseconds since 1970 in UTC",
  ],
  [
    "statements that commit by themselves",
    (database) => createSqlStore({ ...database, transaction: async (work) => work(database) }, sqliteDialect),
    "A failed transaction has left a row",
  ],
  [
    "a transaction that commits what failed",
    (database) => createSqlStore(committing(database), sqliteDialect),
    "A failed transaction has left a row",
  ],
  [
    "every error is a refused value",
    (database) => createSqlStore(database, { ...sqliteDialect, faultOf: () => "data" }),
    'must be "outage"',
  ],
  [
    "every error is an outage",
    (database) => createSqlStore(database, { ...sqliteDialect, faultOf: () => "outage" }),
    'must be "duplicate"',
  ],
  [
    "no unique keys",
    (database) => {
      const key = { from: "PRIMARY KEY (name)", to: "CHECK (1 = 1)" };
      return createSqlStore(withFaults(database, [key], new Set()), sqliteDialect);
    },
    "took the same key twice",
  ],
];

test.each(strangeStores)("the migration refuses a store with %s", async (_, open, advice) => {
  const database = openMemoryDatabase();
  const store = open(database);
  await expect(store.migrate()).rejects.toMatchObject({
    name: "StoreUnavailable",
    message: expect.stringContaining(advice),
  });
  const settings = await database
    .all("SELECT name FROM handbill_settings", [])
    .catch((error: Error) => (/no such table/.test(error.message) ? [] : Promise.reject(error)));
  expect(settings, "what the check has written").toEqual([]);
  await store.close();
});

test("a migrated store with a clock in seconds is not ready, and migrate() checks it again", async () => {
  const database = openMemoryDatabase();
  await createSqlStore(database, sqliteDialect).migrate();
  const store = createSqlStore(database, { ...sqliteDialect, now: "unixepoch()" });
  await expect(store.ready()).rejects.toThrow("milliseconds since 1970");
  await expect(store.migrate()).rejects.toThrow("milliseconds since 1970");
  const unsorted = createSqlStore(database, { ...sqliteDialect, faultOf: () => "data" });
  await expect(unsorted.migrate()).rejects.toThrow('must be "outage"');
  await store.close();
});

test("a database whose clock is wrong by minutes is used", async () => {
  const dialect = { ...sqliteDialect, now: `${sqliteDialect.now} - 25 * 60000` };
  const store = createSqlStore(openMemoryDatabase(), dialect);
  await store.migrate();
  await store.ready();
  await store.close();
});

function committing(database: SqlDatabase): SqlDatabase {
  return {
    ...database,
    transaction: async (work) => {
      const done = await database.transaction(async (queries) => {
        const [result] = await Promise.allSettled([work(queries)]);
        return result;
      });
      if (done.status === "rejected") throw done.reason;
      return done.value;
    },
  };
}
