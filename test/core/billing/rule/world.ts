import { expect } from "vitest";
import type { floorsOf, spendOf } from "../../../../core/billing/budgets.ts";
import type { issueOrders } from "../../../../core/billing/decide-issue.ts";
import type { countsTowardCap } from "../../../../core/billing/frequency.ts";
import type { judgeEvent } from "../../../../core/billing/judge-event.ts";
import { type Account, type Balance, zeroBalance } from "../../../../core/billing/ledger.ts";
import type { releaseHolds } from "../../../../core/billing/release.ts";
import type {
  DeliveryEvent,
  IssueChoice,
  IssueOrder,
  RecordOutcome,
} from "../../../../core/storage/delivery.ts";
import { choice, order } from "../../../conformance/fixtures.ts";
import { SmallLedger } from "./small-ledger.ts";

/** The functions of `core/billing`, or the same with a fault in them. */
export interface Rule {
  readonly issueOrders: typeof issueOrders;
  readonly judgeEvent: typeof judgeEvent;
  readonly releaseHolds: typeof releaseHolds;
  readonly countsTowardCap: typeof countsTowardCap;
  readonly floorsOf: typeof floorsOf;
  readonly spendOf: typeof spendOf;
}

export interface RuleCase {
  readonly name: string;
  readonly run: (rule: Rule) => void;
}

export const start: number = Date.UTC(2026, 2, 5, 12);
export const today = "2026-03-05";
export const lifetimeMs = 3_600_000;

/** A ledger at a moment. */
export class World {
  readonly ledger: SmallLedger;
  readonly rule: Rule;
  now: number = start;
  #orders = 0;

  constructor(rule: Rule, accounts: readonly Account[]) {
    this.rule = rule;
    this.ledger = new SmallLedger(accounts, rule.countsTowardCap);
  }

  /** An order of its own id. */
  order(
    choices: readonly (string | IssueChoice)[],
    fields: Partial<Omit<IssueOrder, "choices">> = {},
  ): IssueOrder {
    this.#orders += 1;
    return order(`delivery-${this.#orders}`, choices, fields);
  }

  /** Issues one order: the campaign that it got, or why it got none. */
  issue(one: IssueOrder): string | readonly string[] {
    const [outcome] = this.rule.issueOrders(this.ledger, [one], this.now);
    if (outcome === undefined) return expect.fail("each order has an outcome");
    return outcome.outcome === "issued" ? outcome.delivery.campaignId : outcome.reasons;
  }

  /** Issues a delivery of campaign `a` that must be issued. */
  issued(fields: Partial<Omit<IssueOrder, "choices">> = {}, priceMicros = 100): string {
    const one = this.order([choice("a", priceMicros)], fields);
    expect(this.issue(one)).toBe("a");
    return one.deliveryId;
  }

  record(event: DeliveryEvent): RecordOutcome {
    return this.rule.judgeEvent(this.ledger, event, this.now);
  }

  /** Outcome of an event, and `charged` where it charged. */
  judged(event: DeliveryEvent): string {
    const outcome = this.record(event);
    return outcome.outcome === "recorded" && outcome.charged ? "charged" : outcome.outcome;
  }

  /** Checks the balance of campaign `a` in total and on each day. */
  expectBalance(total: Partial<Balance>, days: Readonly<Record<string, Partial<Balance>>>): void {
    expect(this.ledger.findAccount("a")?.total, "in total").toEqual({ ...zeroBalance, ...total });
    for (const [day, balance] of Object.entries(days)) {
      expect(this.ledger.dayOf("a", day), day).toEqual({ ...zeroBalance, ...balance });
    }
  }

  /** Runs `work`, which must not change the ledger. */
  expectUnchanged<T>(work: () => T): T {
    const before = structuredClone({ ...this.ledger });
    const result = work();
    expect({ ...this.ledger }).toEqual(before);
    return result;
  }
}
