import { countsTowardCap } from "../../../../core/billing/frequency.ts";
import {
  type Account,
  addBalances,
  type Balance,
  type CapQuery,
  type Hold,
  type Ledger,
  type Movement,
  type StoredDelivery,
  zeroBalance,
} from "../../../../core/billing/ledger.ts";
import { maxMicros } from "../../../../core/money.ts";

export function account(campaignId: string, fields: Partial<Account> = {}): Account {
  return {
    campaignId,
    status: "active",
    timeZone: "UTC",
    totalBudgetMicros: maxMicros,
    dailyBudgetMicros: maxMicros,
    frequencyCap: undefined,
    total: zeroBalance,
    unprovenHeldMicros: 0,
    waivedMicros: 0,
    ...fields,
  };
}

/** A ledger in lists, with all that a test may look at. */
export class SmallLedger implements Ledger {
  accounts: readonly Account[];
  days: readonly (Balance & { readonly campaignId: string; readonly day: string })[] = [];
  stored: readonly StoredDelivery[] = [];
  /** Ids of deliveries, once for each money record. */
  charges: readonly string[] = [];
  /** The mark of each of them. */
  chargedMarks: readonly string[] = [];
  readonly #countsTowardCap: typeof countsTowardCap;

  constructor(accounts: readonly Account[], counts: typeof countsTowardCap = countsTowardCap) {
    this.accounts = accounts;
    this.#countsTowardCap = counts;
  }

  put(changed: Account): void {
    const others = this.accounts.filter(({ campaignId }) => campaignId !== changed.campaignId);
    this.accounts = [...others, changed];
  }

  findAccount(id: string): Account | undefined {
    return this.accounts.find(({ campaignId }) => campaignId === id);
  }

  dayOf(id: string, day: string): Balance {
    const found = this.days.find((one) => one.campaignId === id && one.day === day) ?? zeroBalance;
    return { usedMicros: found.usedMicros, heldMicros: found.heldMicros };
  }

  move(campaignId: string, day: string, by: Movement): void {
    const daily = addBalances(this.dayOf(campaignId, day), by);
    const others = this.days.filter((one) => one.campaignId !== campaignId || one.day !== day);
    this.days = [...others, { campaignId, day, ...daily }];
    const known = this.findAccount(campaignId) ?? account(campaignId);
    const unprovenHeldMicros = known.unprovenHeldMicros + (by.unprovenHeldMicros ?? 0);
    this.put({ ...known, total: addBalances(known.total, by), unprovenHeldMicros });
  }

  findDelivery(id: string): StoredDelivery | undefined {
    return this.stored.find(({ delivery }) => delivery.id === id);
  }

  insertDelivery(stored: StoredDelivery): void {
    this.stored = [...this.stored, stored];
  }

  updateDelivery(after: StoredDelivery, charged: boolean): void {
    this.stored = this.stored.map((one) => (one.delivery.id === after.delivery.id ? after : one));
    if (!charged) return;
    this.charges = [...this.charges, after.delivery.id];
    this.chargedMarks = [...this.chargedMarks, after.delivery.mark];
  }

  countDeliveries(query: CapQuery): number {
    return this.stored.filter(
      (one) =>
        one.delivery.campaignId === query.campaignId &&
        one.delivery.userKey === query.userKey &&
        this.#countsTowardCap(one, query),
    ).length;
  }

  takeExpiredHolds(issuedBefore: number, limit: number): readonly Hold[] {
    const taken = this.stored
      .filter(({ delivery, held }) => held && delivery.issuedAt < issuedBefore)
      .sort((a, b) => a.delivery.issuedAt - b.delivery.issuedAt)
      .slice(0, limit);
    this.stored = this.stored.map((one) => (taken.includes(one) ? { ...one, held: false } : one));
    return taken.map(({ delivery, unproven }) => ({ ...delivery, unproven }));
  }
}
