import { issueOrders } from "../../core/billing/decide-issue.ts";
import { judgeEvent } from "../../core/billing/judge-event.ts";
import type { Ledger } from "../../core/billing/ledger.ts";
import type { Retention } from "../../core/storage/installation-store.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { checkedBatch } from "../kit/batch.ts";
import { ordersToKeep } from "../kit/retention.ts";
import type { SqlDialect } from "../kit/sql/dialect.ts";
import { checkedIds } from "../kit/sql/serving.ts";
import { createSqlStore } from "../kit/sql/store.ts";
import { sqliteDialect } from "./dialect.ts";
import type { Statements, Transactions } from "./driver.ts";
import { withLedger } from "./ledger.ts";

/**
 * The SQL store of the kit on one connection, whose schema is up to date. Issues and events run on a ledger that answers
 * synchronously, which takes half the time of loading the rows of a batch first.
 */
export function storeOn(
  db: Statements,
  group: Transactions,
  clock: Clock,
  retention: Retention,
  dialect: SqlDialect = sqliteDialect,
): Store {
  const moveMoney = <T>(work: (ledger: Ledger, now: number) => T): Promise<T> =>
    group.write(() => withLedger(db, (ledger) => work(ledger, clock())));
  return {
    ...createSqlStore(group, dialect, { ...retention, tablePrefix: "", clock }),
    issue: async (orders) => {
      checkedIds(checkedBatch(orders));
      return moveMoney((ledger, now) => issueOrders(ledger, ordersToKeep(orders, retention), now));
    },
    record: async (events) => {
      checkedBatch(events);
      return moveMoney((ledger, now) => events.map((event) => judgeEvent(ledger, event, now)));
    },
  };
}
