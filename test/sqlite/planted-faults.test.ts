/**
 * What holds the promises up, taken away piece by piece: each fault is planted in the SQL of a file of its own, and a
 * named case of the conformance suite must refuse it.
 */
import { afterEach, expect, test } from "vitest";
import { checkedRetention } from "../../adapters/kit/retention.ts";
import { type Database, openDatabase } from "../../adapters/sqlite/database.ts";
import { createGroupCommit } from "../../adapters/sqlite/group-commit.ts";
import { migrate } from "../../adapters/sqlite/migrate.ts";
import { migrations } from "../../adapters/sqlite/migrations/list.ts";
import { storeOn } from "../../adapters/sqlite/store.ts";
import { campaign, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { createTestClock, type StoreHarness, storeCases } from "../conformance/mod.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";
import { cleanUp, newFile } from "./temporary.ts";

interface Replacement {
  readonly from: string;
  readonly to: string;
}

interface Fault {
  readonly fault: string;
  readonly plant: readonly Replacement[];
  readonly refusedBy: string;
}

const anyTotal = [
  {
    from: "SELECT status, time_zone, total_budget,",
    to: "SELECT status, time_zone, 9007199254740991 AS total_budget,",
  },
  { from: "CHECK (spent + held <= total_budget)", to: "CHECK (true)" },
];
const anyDaily = [
  {
    from: "daily_budget, cap_impressions, cap_window_ms, spent",
    to: "9007199254740991 AS daily_budget, cap_impressions, cap_window_ms, spent",
  },
  { from: "CHECK (spent + held <= daily_budget)", to: "CHECK (true)" },
];

const noUnprovenCheck = { from: "CHECK (unproven_held BETWEEN 0 AND held)", to: "" };
const chargeValues = "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

const faults: readonly Fault[] = [
  {
    fault: "neither the code nor a CHECK knows the total budget",
    plant: anyTotal,
    refusedBy: "64 racers share the last units of a total budget without overspending",
  },
  {
    fault: "neither the code nor a CHECK knows the daily budget",
    plant: anyDaily,
    refusedBy: "64 racers share the last unit of a daily budget without overspending",
  },
  {
    fault: "a hold is never released",
    plant: [{ from: "UPDATE deliveries SET held = 0 WHERE", to: "UPDATE deliveries SET held = held WHERE" }],
    refusedBy: "racing releasers give each hold back once",
  },
  {
    fault: "the youngest holds are given back first",
    plant: [
      {
        from: "issued_at < ? ORDER BY issued_at LIMIT ?)\n  RETURNING",
        to: "issued_at < ? ORDER BY issued_at DESC LIMIT ?)\n  RETURNING",
      },
    ],
    refusedBy: "a release gives back no more than its limit, oldest first",
  },
  {
    fault: "statistics are kept a day too long",
    plant: [
      {
        from: "FROM counts WHERE hour < ? ORDER BY hour",
        to: "FROM counts WHERE hour < ? - 86400000 ORDER BY hour",
      },
    ],
    refusedBy:
      "an hour of statistics is kept for 400 days after its beginning, and dropped by a release after that",
  },
  {
    fault: "a delivery's own state is not stored with its charge",
    plant: [
      {
        from: "charged_at = ?, presses = ? WHERE id = ?",
        to: "charged_at = ?, presses = ? WHERE id = ? AND false",
      },
    ],
    refusedBy: "of 64 views of one delivery one is recorded and charges",
  },
  {
    fault: "neither a delivery's state nor a key stands between two charges",
    plant: [
      {
        from: "charged_at = ?, presses = ? WHERE id = ?",
        to: "charged_at = ?, presses = ? WHERE id = ? AND false",
      },
      { from: "delivery_id BLOB PRIMARY KEY,", to: "delivery_id BLOB," },
      {
        from: ") STRICT, WITHOUT ROWID;\nCREATE INDEX charges_at",
        to: ") STRICT;\nCREATE INDEX charges_at",
      },
      { from: "held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0)", to: "held INTEGER NOT NULL DEFAULT 0" },
      noUnprovenCheck,
      { from: "held INTEGER NOT NULL CHECK (held >= 0)", to: "held INTEGER NOT NULL" },
    ],
    refusedBy: "of 64 views of one delivery one is recorded and charges",
  },
  {
    fault: "spent amounts are not written",
    plant: [
      {
        from: "UPDATE campaigns SET spent = ?, held = ?",
        to: "UPDATE campaigns SET spent = spent + 0 * ?, held = ?",
      },
    ],
    refusedBy: "the first event charges when it is a seen, and no later one does",
  },
  {
    fault: "a window reaches one millisecond too far back",
    plant: [{ from: "campaign_id = ? AND issued_at > ?", to: "campaign_id = ? AND issued_at >= ?" }],
    refusedBy: "a sliding cap of 1000 ms ends on its millisecond",
  },
  {
    fault: "what expired unseen counts toward a cap",
    plant: [{ from: "(issued_at >= ? AND (held = 1 OR price = 0))", to: "(issued_at >= 0 * ?)" }],
    refusedBy: "a delivery that expired unseen gives its place in the cap back",
  },
  {
    fault: "yesterday's row takes today's budget",
    plant: [{ from: "CASE WHEN ? > spent + held THEN ? ELSE daily_budget END", to: "max(0 * ?, ?)" }],
    refusedBy: "yesterday's open deliveries do not bound today's daily budget",
  },
  {
    fault: "a removed thing leaves nothing behind that a delta could name",
    plant: [
      {
        from: "SELECT kind, id, document FROM entities WHERE version > ?",
        to: "SELECT kind, id, document FROM entities WHERE version > ? AND document IS NOT NULL",
      },
    ],
    refusedBy: "a known version gets the changes since it, and no more",
  },
  {
    fault: "a removed campaign still takes deliveries",
    plant: [
      {
        from: "UPDATE campaigns SET status = 'removed' WHERE id = ?",
        to: "UPDATE campaigns SET status = status WHERE id = ?",
      },
    ],
    refusedBy: "a removed campaign is refused and has no spend to read",
  },
  {
    fault: "the audit believes the accounts",
    plant: [
      {
        from: "SELECT campaign_id, day, 0, 0, 0, price, publisher_part, 1, 0, 0 FROM charges",
        to: "SELECT campaign_id, day, 0, 0, 0, spent, 0, 1, 0, 0 FROM campaign_days WHERE spent > 0",
      },
    ],
    refusedBy: "a budget lowered to the held amount still pays every open delivery",
  },
  {
    fault: "a message that is done is stored again",
    plant: [
      {
        from: "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        to: "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET due_at = excluded.due_at",
      },
    ],
    refusedBy: "a message that is done is never due, and never stored again",
  },
  {
    fault: "a claim leaves the message due",
    plant: [
      {
        from: "UPDATE webhook_messages SET due_at = ?, attempts",
        to: "UPDATE webhook_messages SET due_at = due_at + 0 * ?, attempts",
      },
    ],
    refusedBy: "of 64 claimers at once no two get the same message",
  },
  {
    fault: "a user who comes twice is two users",
    plant: [{ from: "count(DISTINCT user_key)", to: "count(user_key)" }],
    refusedBy: "a user that sees several ads is one user",
  },
  {
    fault: "recent deliveries are told oldest first",
    plant: [
      { from: "ORDER BY deliveries.issued_at DESC LIMIT ?", to: "ORDER BY deliveries.issued_at LIMIT ?" },
    ],
    refusedBy: "the latest delivery is read first",
  },
  {
    fault: "counts of one line replace each other",
    plant: [{ from: "DO UPDATE SET n = n + excluded.n", to: "DO UPDATE SET n = excluded.n" }],
    refusedBy: "lines with the same fields are added up, of one call and of several",
  },
  {
    fault: "a charge looks its publisher up when it is made",
    plant: [
      {
        from: chargeValues,
        to: `VALUES (?1, ?2, ?3, (SELECT iif(?4 <> '', json_extract(document, '$.publisherId'), '') FROM entities
          WHERE kind = 'platform'), ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)`,
      },
    ],
    refusedBy: "charges, statistics, users and deliveries are read of the requested owners",
  },
  {
    fault: "a delivery's publisher is looked up when it is read",
    plant: [
      {
        from: "SELECT deliveries.*, network FROM deliveries",
        to: `SELECT deliveries.*, network, (SELECT json_extract(document, '$.publisherId') FROM entities e
          WHERE e.kind = 'platform' AND e.id = platform_id) AS publisher_id FROM deliveries`,
      },
    ],
    refusedBy: "a delivery keeps publisher, advertiser and key of its issue",
  },
  {
    fault: "what was removed is forgotten",
    plant: [{ from: "document = NULL, removed_document = document", to: "document = NULL" }],
    refusedBy: "a removed entity is read as it last stood",
  },
  {
    fault: "what was removed first is kept when it is removed again",
    plant: [
      {
        from: "removed_document = document",
        to: "removed_document = ifnull(removed_document, document)",
      },
      {
        from: "INSERT OR REPLACE INTO entities (kind, id, version, document) VALUES (?, ?, ?, ?)",
        to: `INSERT INTO entities (kind, id, version, document) VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET version = excluded.version, document = excluded.document`,
      },
    ],
    refusedBy: "a removed entity is read as it last stood",
  },
  {
    fault: "a key that is revoked at once is only due",
    plant: [{ from: "revoked = excluded.revoked,", to: "revoked = 0," }],
    refusedBy: "a key that is revoked at once is marked so, and stays so",
  },
  {
    fault: "the serving side does not hear of a revocation",
    plant: [{ from: "version = excluded.version", to: "version = api_keys.version" }],
    refusedBy: "removing a publisher revokes its keys in the same step, for good",
  },
  {
    fault: "unproven holds are not read before they are judged",
    plant: [{ from: "spent, held, unproven_held", to: "spent, held, 0 AS unproven_held" }],
    refusedBy: "unproven holds fill their share of totalBudgetMicros, and take no micro more",
  },
  {
    fault: "an unproven hold stays in the sum when it is charged",
    plant: [
      {
        from: "SELECT * FROM deliveries WHERE id = ?",
        to: "SELECT *, 0 AS unproven FROM deliveries WHERE id = ?",
      },
      noUnprovenCheck,
    ],
    refusedBy: "an unproven hold leaves its share at its first event, and no proven one does",
  },
  {
    fault: "an unproven hold stays in the sum when it is given back",
    plant: [
      {
        from: "LIMIT ?)\n  RETURNING campaign_id, day, price, unproven",
        to: "LIMIT ?)\n  RETURNING campaign_id, day, price, 0 AS unproven",
      },
      noUnprovenCheck,
    ],
    refusedBy: "an unproven hold leaves its share when it is given back",
  },
  {
    fault: "the audit takes every hold for an unproven one",
    plant: [{ from: "unproven * price FROM deliveries", to: "price FROM deliveries" }],
    refusedBy: "who has confirmed a view, a bot and a free ad have no share to keep within",
  },
  {
    fault: "a charge loses its mark",
    plant: [
      {
        from: chargeValues,
        to: "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, substr(?12, 1, 0), ?13, ?14, ?15, ?16)",
      },
    ],
    refusedBy: "a delivery keeps the mark of its order, and its charge has it",
  },
  {
    fault: "the mark of an event is not stored",
    plant: [
      {
        from: "UPDATE deliveries SET mark = ?,",
        to: "UPDATE deliveries SET mark = mark || substr(?, 1, 0),",
      },
    ],
    refusedBy: "the first recorded event with a mark marks its delivery for good",
  },
  {
    fault: "networks are kept a day too long",
    plant: [
      {
        from: "FROM networks WHERE issued_at < ? ORDER BY",
        to: "FROM networks WHERE issued_at < ? - 86400000 ORDER BY",
      },
    ],
    refusedBy: "a network is forgotten when the store promises it, and not a week before",
  },
  {
    fault: "the networks of a forgotten user stay",
    plant: [
      {
        from: "DELETE FROM networks WHERE issued_at = ? AND delivery_id = ?",
        to: "DELETE FROM networks WHERE issued_at = ? AND delivery_id = ? AND false",
      },
    ],
    refusedBy: "the networks of a forgotten user are gone at once",
  },
  {
    fault: "reports are of every advertiser",
    plant: [{ from: "advertiser IN (SELECT value FROM json_each(?))", to: "? IS NOT NULL" }],
    refusedBy: "charges, statistics, users and deliveries are read of the requested owners",
  },
];

function faulty(
  plant: readonly Replacement[],
  planted: Set<Replacement>,
  change: (db: Database) => Partial<Database> = () => ({}),
): StoreHarness {
  const replaced = (sql: string): string =>
    plant.reduce((text, one) => {
      if (text.includes(one.from)) planted.add(one);
      return text.replace(one.from, one.to);
    }, sql);
  return {
    open: async (clock) => {
      const file = newFile();
      const real = openDatabase(file);
      migrate(
        real,
        file,
        migrations.map((step) => ({ ...step, sql: replaced(step.sql) })),
      );
      const db: Database = {
        ...real,
        all: (sql, ...values) => real.all(replaced(sql), ...values),
        get: (sql, ...values) => real.get(replaced(sql), ...values),
        run: (sql, ...values) => real.run(replaced(sql), ...values),
        ask: (sql, values) => real.ask(replaced(sql), values),
        ...change(real),
      };
      const group = createGroupCommit(db);
      const store = storeOn(db, group, clock.now, checkedRetention(90 * 86_400_000));
      const close = async (): Promise<void> => {
        group.close();
        real.close();
      };
      return { stores: [store, store], close };
    },
  };
}

afterEach(cleanUp);

test.each(faults)("planted fault: $fault", async ({ plant, refusedBy }) => {
  const planted = new Set<Replacement>();
  const conformance =
    storeCases.find(({ name }) => name === refusedBy) ?? expect.fail(`no case ${refusedBy}`);
  await expect(conformance.run(faulty(plant, planted))).rejects.toThrow();
  expect(planted, "what was to be replaced is there").toEqual(new Set(plant));
});

test("planted fault: without a transaction a batch that fails half-way leaves half of itself behind", async () => {
  const clock = createTestClock();
  const withoutTransaction = faulty([], new Set(), () => ({ transaction: (work) => work() }));
  const {
    stores: [store],
    close,
  } = await withoutTransaction.open(clock);
  await storeCampaigns(store, campaign("a"));
  const ids = [1, 2, 3].map((n) => deliveryIdAt(0, n));
  const orders = ids.map((id) => order(id, ["a"]));
  // The second has a price that no column takes.
  const [first, second, third] = orders.map((one, n) => ({
    ...one,
    choices: one.choices.map((choice) => ({ ...choice, publisherMicros: n === 1 ? 1_000_000 : 0 })),
  }));
  if (first === undefined || second === undefined || third === undefined) expect.fail("There are three.");
  await expect(store.issue([first, second, third])).rejects.toThrow("CHECK constraint failed");
  expect((await store.findDeliveries(ids)).filter((delivery) => delivery !== undefined)).toHaveLength(1);
  await close();
});
