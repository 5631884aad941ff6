/**
 * What holds the promises up, taken away piece by piece: each fault is planted in the SQL of a file of its own, and a
 * named case of the conformance suite must refuse it.
 */
import { afterEach, expect, test } from "vitest";
import { checkedRetention } from "../../adapters/kit/retention.ts";
import { type Database, openDatabase } from "../../adapters/sqlite/database.ts";
import { createGroupCommit } from "../../adapters/sqlite/group-commit.ts";
import { migrate } from "../../adapters/sqlite/migrate.ts";
import { migrations } from "../../adapters/sqlite/migrations.ts";
import { StoreDataError } from "../../adapters/sqlite/mod.ts";
import { storeOn } from "../../adapters/sqlite/store.ts";
import { campaign, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { ConformanceFailure, createTestClock, type StoreHarness, storeCases } from "../conformance/mod.ts";
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
    from: "SELECT * FROM campaigns WHERE id = ?",
    to: "SELECT *, 9007199254740991 AS total_budget_micros FROM campaigns WHERE id = ?",
  },
  { from: "CHECK (used_micros + held_micros <= total_budget_micros)", to: "CHECK (true)" },
];
const anyDaily = [
  {
    from: "SELECT * FROM campaigns WHERE id = ?",
    to: "SELECT *, 9007199254740991 AS daily_budget_micros FROM campaigns WHERE id = ?",
  },
  { from: "CHECK (used_micros + held_micros <= daily_budget_micros)", to: "CHECK (true)" },
];

const noUnprovenCheck = {
  from: "CHECK (unproven_held_micros >= 0 AND unproven_held_micros <= held_micros)",
  to: "CHECK (true)",
};
const stateUnwritten = {
  from: "held = ?, seen_recorded = ? WHERE id = ?",
  to: "held = ?, seen_recorded = ? WHERE id = ? AND false",
};
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
    plant: [{ from: "SET held = 0 WHERE id IN", to: "SET held = held WHERE id IN" }],
    refusedBy: "racing releasers give each hold back once",
  },
  {
    fault: "an issue leaves expired holds as they are",
    plant: [{ from: "held = 1 AND issued_at < ? ORDER BY", to: "held = 2 AND issued_at < ? ORDER BY" }],
    refusedBy: "an expired hold never refuses an order",
  },
  {
    fault: "an issue gives expired holds back again and again",
    plant: [{ from: "SET held = 0 WHERE id = ?", to: "SET held = held WHERE id = ?" }],
    refusedBy: "an expired hold never refuses an order",
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
    plant: [stateUnwritten],
    refusedBy: "of 64 views of one delivery one is recorded and charges",
  },
  {
    fault: "neither a delivery's state nor a key stands between two charges",
    plant: [
      stateUnwritten,
      { from: "charged_at INTEGER,\n  PRIMARY KEY (id)", to: "charged_at INTEGER,\n  CHECK (true)" },
      { from: "CHECK (held_micros >= 0)", to: "CHECK (true)" },
      noUnprovenCheck,
    ],
    refusedBy: "of 64 views of one delivery one is recorded and charges",
  },
  {
    fault: "spent amounts are not written",
    plant: [
      {
        from: "UPDATE campaigns SET used_micros = ?",
        to: "UPDATE campaigns SET used_micros = used_micros + 0 * ?",
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
    plant: [{ from: "(issued_at >= ? AND (held = 1 OR price_micros = 0))", to: "(issued_at >= 0 * ?)" }],
    refusedBy: "a delivery that expired unseen gives its place in the cap back",
  },
  {
    fault: "yesterday's row takes today's budget",
    plant: [
      {
        from: "DO UPDATE SET\n  daily_budget_micros = excluded.daily_budget_micros",
        to: "DO UPDATE SET daily_budget_micros = (SELECT c.daily_budget_micros FROM campaigns c WHERE c.id = excluded.campaign_id)",
      },
    ],
    refusedBy: "yesterday's open deliveries do not bound today's daily budget",
  },
  {
    fault: "a removed thing leaves nothing behind that a delta could name",
    plant: [{ from: "ON e.version > ?", to: "ON e.version > ? AND e.document IS NOT NULL" }],
    refusedBy: "a known version gets the changes since it, and no more",
  },
  {
    fault: "a removed campaign still takes deliveries",
    plant: [
      {
        from: "UPDATE campaigns SET status = 'removed' WHERE id IN",
        to: "UPDATE campaigns SET status = status WHERE id IN",
      },
    ],
    refusedBy: "a removed campaign is refused and has no spend to read",
  },
  {
    fault: "the audit believes the accounts",
    plant: [
      {
        from: "SELECT campaign_id, day, 0, 0, 0, 0, price_micros, publisher_micros, 1, 0, 0, 0, 0, 0 FROM charges",
        to: "SELECT campaign_id, day, 0, 0, 0, 0, used_micros, 0, 1, 0, 0, 0, 0, 0 FROM campaign_days WHERE used_micros > 0",
      },
    ],
    refusedBy: "a budget lowered to the held amount still pays every open delivery",
  },
  {
    fault: "a message that is done is stored again",
    plant: [
      { from: "PRIMARY KEY (webhook_id, id)", to: "CHECK (true)" },
      {
        from: "SELECT webhook_id, id FROM webhook_messages WHERE",
        to: "SELECT webhook_id, id FROM webhook_messages WHERE due_at IS NOT NULL AND",
      },
    ],
    refusedBy: "a message that is done is never due, and never stored again",
  },
  {
    fault: "a claim leaves the message due",
    plant: [{ from: "SET due_at = ?, attempts", to: "SET due_at = due_at + 0 * ?, attempts" }],
    refusedBy: "of 64 claimers at once no two get the same message",
  },
  {
    fault: "a user who comes twice is two users",
    plant: [{ from: "COUNT(DISTINCT user_key)", to: "COUNT(user_key)" }],
    refusedBy: "a user that sees several ads is one user",
  },
  {
    fault: "recent deliveries are told oldest first",
    plant: [{ from: "ORDER BY issued_at DESC LIMIT ?", to: "ORDER BY issued_at LIMIT ?" }],
    refusedBy: "the latest delivery is read first",
  },
  {
    fault: "counts of one line replace each other",
    plant: [{ from: "n = counts.n + excluded.n", to: "n = excluded.n" }],
    refusedBy: "lines with the same fields are added up, of one call and of several",
  },
  {
    fault: "a charge looks its publisher up when it is made",
    plant: [
      {
        from: chargeValues,
        to: `VALUES (?1, (SELECT iif(?2 <> '', json_extract(document, '$.publisherId'), '') FROM entities
          WHERE kind = 'platform'), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)`,
      },
    ],
    refusedBy: "charges, statistics, users and deliveries are read of the requested owners",
  },
  {
    fault: "a delivery's publisher is looked up when it is read",
    plant: [
      {
        from: "SELECT * FROM deliveries WHERE id IN",
        to: `SELECT *, (SELECT json_extract(document, '$.publisherId') FROM entities e
          WHERE e.kind = 'platform' AND e.id = platform_id) AS publisher_id FROM deliveries WHERE id IN`,
      },
    ],
    refusedBy: "a delivery keeps publisher, advertiser and key of its issue",
  },
  {
    fault: "what was removed is forgotten",
    plant: [{ from: "removed_document = document, document = NULL", to: "document = NULL" }],
    refusedBy: "a removed entity is read as it last stood",
  },
  {
    fault: "what was removed first is kept when it is removed again",
    plant: [
      { from: "removed_document = document,", to: "removed_document = ifnull(removed_document, document)," },
    ],
    refusedBy: "a removed entity is read as it last stood",
  },
  {
    fault: "a key that is revoked at once is only due",
    plant: [
      {
        from: "document = excluded.document",
        to: "document = iif(excluded.kind = 'api_key', json_remove(excluded.document, '$.revoked'), excluded.document)",
      },
    ],
    refusedBy: "a key that is revoked at once is marked so, and stays so",
  },
  {
    fault: "the serving side does not hear of a revocation",
    plant: [
      {
        from: "version = excluded.version",
        to: "version = iif(excluded.kind = 'api_key', entities.version, excluded.version)",
      },
    ],
    refusedBy: "removing a publisher revokes its keys in the same step, for good",
  },
  {
    fault: "unproven holds are not read before they are judged",
    plant: [
      {
        from: "SELECT * FROM campaigns WHERE id = ?",
        to: "SELECT *, 0 AS unproven_held_micros FROM campaigns WHERE id = ?",
      },
    ],
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
      { from: "price_micros, unproven, issued_at", to: "price_micros, 0 AS unproven, issued_at" },
      noUnprovenCheck,
    ],
    refusedBy: "an unproven hold leaves its share when it is given back",
  },
  {
    fault: "the audit takes every hold for an unproven one",
    plant: [{ from: "unproven * price_micros, 0, 0, 0\n", to: "price_micros, 0, 0, 0\n" }],
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
    plant: [{ from: "WHERE network_at < ? ORDER BY", to: "WHERE network_at < ? - 86400000 ORDER BY" }],
    refusedBy: "a network is forgotten when the store promises it, and not a week before",
  },
  {
    fault: "the networks of a forgotten user stay",
    plant: [
      { from: "DELETE FROM deliveries WHERE id IN", to: "UPDATE deliveries SET user_key = '' WHERE id IN" },
    ],
    refusedBy: "the networks of a forgotten user are gone at once",
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
        from: "LEFT JOIN adjusted_charges a ON a.delivery_id = c.id",
        to: "LEFT JOIN adjusted_charges a ON a.delivery_id = ''",
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
      { from: "FROM adjustments a JOIN", to: "FROM adjustments a JOIN (SELECT 1 AS n) x ON x.n = 2 JOIN" },
    ],
    refusedBy: "reports and the audit are charges less adjustments",
  },
  {
    fault: "a statement may be added before the one before it",
    plant: [
      {
        from: "SELECT MAX(number) AS last FROM statements WHERE account = ?",
        to: "SELECT MAX(number) AS last FROM statements WHERE account <> ?",
      },
    ],
    refusedBy: "statements of an account are numbered without gaps",
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
      return text.replaceAll(one.from, one.to);
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
        all: (sql, values) => real.all(replaced(sql), values),
        get: (sql, values) => real.get(replaced(sql), values),
        run: (sql, values) => real.run(replaced(sql), values),
        ...change(real),
      };
      const store = storeOn(db, createGroupCommit(db), clock.now, checkedRetention(90 * 86_400_000));
      return { stores: [store, store], close: store.close };
    },
  };
}

afterEach(cleanUp);

test.each(faults)("planted fault: $fault", async ({ plant, refusedBy }) => {
  const planted = new Set<Replacement>();
  const conformance =
    storeCases.find(({ name }) => name === refusedBy) ?? expect.fail(`no case ${refusedBy}`);
  await expect(conformance.run(faulty(plant, planted))).rejects.toSatisfy(isRefusal);
  expect(planted, "what was to be replaced is there").toEqual(new Set(plant));
});

/** A failure of the case. A CHECK of the database, or a reader of stored documents, may find the fault first. */
function isRefusal(error: unknown): boolean {
  return [ConformanceFailure, StoreDataError, TypeError].some((kind) => error instanceof kind);
}

test("planted fault: without a transaction a batch that fails half-way leaves half of itself behind", async () => {
  const clock = createTestClock();
  const withoutTransaction = faulty([], new Set(), ({ run }) => ({
    run: (sql, values) => (/^(BEGIN|COMMIT|ROLLBACK)/.test(sql) ? undefined : run(sql, values)),
    rollBack: () => undefined,
  }));
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
