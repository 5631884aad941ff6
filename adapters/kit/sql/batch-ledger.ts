import { countsTowardCap } from "../../../core/billing/frequency.ts";
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
} from "../../../core/billing/ledger.ts";
import type { CampaignDay } from "../../../core/timing/campaign-day.ts";
import { type CampaignRow, type DayRow, type DeliveryRow, rowOf, storedOf } from "./ledger-tables.ts";

/** An open hold that has expired. */
export interface ExpiredHold extends Hold {
  readonly id: string;
}

/** How many deliveries of a campaign's day count toward the frequency cap of a user. */
export interface CapCount {
  readonly campaignId: string;
  readonly userKey: string;
  readonly day: CampaignDay;
  readonly n: number;
}

/** The locked rows that a batch may read and change. */
export interface LedgerRows {
  readonly campaigns: readonly CampaignRow[];
  readonly days: readonly DayRow[];
  readonly deliveries: readonly DeliveryRow[];
  /** The oldest first. */
  readonly expired: readonly ExpiredHold[];
  readonly capCounts: readonly CapCount[];
}

/** Runs the rule of core/billing on rows that are in memory, and remembers the changes of the batch. */
export class BatchLedger implements Ledger {
  readonly #campaigns: Map<string, CampaignRow>;
  readonly #days: Map<string, DayRow>;
  readonly #deliveries: Map<string, StoredDelivery>;
  readonly #expired: readonly ExpiredHold[];
  /** By campaign and user. */
  readonly #capCounts: Map<string, CapCount[]>;
  readonly #issued = new Map<string, StoredDelivery[]>();
  readonly #moved = new Set<string>();
  readonly #movedDays = new Set<string>();
  readonly #inserted = new Set<string>();
  readonly #updated = new Set<string>();
  /** As each was when it was charged: a later event of the batch does not change the charge. */
  readonly #charged = new Map<string, StoredDelivery>();
  #released = 0;

  constructor({ campaigns, days, deliveries, expired, capCounts }: LedgerRows) {
    this.#campaigns = new Map(campaigns.map((row) => [row.id, row]));
    this.#days = new Map(days.map((row) => [keyOf(row.campaignId, row.day), row]));
    this.#deliveries = new Map(deliveries.map((row) => [row.id, storedOf(row)]));
    this.#expired = expired;
    this.#capCounts = Map.groupBy(capCounts, ({ campaignId, userKey }) => keyOf(campaignId, userKey));
  }

  findAccount(campaignId: string): Account | undefined {
    const row = this.#campaigns.get(campaignId);
    return row && { ...row, campaignId, total: balanceOf(row), frequencyCap: capOf(row) };
  }

  dayOf(campaignId: string, day: CampaignDay): Balance {
    const row = this.#days.get(keyOf(campaignId, day));
    return row === undefined ? zeroBalance : balanceOf(row);
  }

  move(campaignId: string, day: CampaignDay, by: Movement): void {
    const account = this.#campaigns.get(campaignId);
    if (account === undefined) throw new Error(`Campaign ${campaignId} has no account: restore a backup.`);
    const key = keyOf(campaignId, day);
    const before = this.#days.get(key);
    const balance = addBalances(this.dayOf(campaignId, day), by);
    const unprovenHeldMicros = account.unprovenHeldMicros + (by.unprovenHeldMicros ?? 0);
    // A day that takes money stores the budget that allowed it. A day that gives money back keeps its budget.
    const takes = by.usedMicros + by.heldMicros > 0;
    const dailyBudgetMicros =
      takes || before === undefined ? account.dailyBudgetMicros : before.dailyBudgetMicros;
    this.#campaigns.set(campaignId, {
      ...account,
      ...addBalances(balanceOf(account), by),
      unprovenHeldMicros,
    });
    this.#days.set(key, { campaignId, day, dailyBudgetMicros, ...balance });
    this.#moved.add(campaignId);
    this.#movedDays.add(key);
  }

  findDelivery(id: string): StoredDelivery | undefined {
    return this.#deliveries.get(id);
  }

  insertDelivery(stored: StoredDelivery): void {
    const { id, campaignId, userKey } = stored.delivery;
    this.#deliveries.set(id, stored);
    this.#inserted.add(id);
    const key = keyOf(campaignId, userKey);
    this.#issued.set(key, [...(this.#issued.get(key) ?? []), stored]);
  }

  updateDelivery(after: StoredDelivery, charged: boolean): void {
    const { id } = after.delivery;
    this.#deliveries.set(id, after);
    this.#updated.add(id);
    if (charged) this.#charged.set(id, after);
  }

  countDeliveries(query: CapQuery): number {
    const key = keyOf(query.campaignId, query.userKey);
    const before = (this.#capCounts.get(key) ?? [])
      .filter(({ day }) => query.day === undefined || day === query.day)
      .reduce((sum, { n }) => sum + n, 0);
    const issued = (this.#issued.get(key) ?? []).filter((stored) => countsTowardCap(stored, query));
    return before + issued.length;
  }

  takeExpiredHolds(_issuedBefore: number, limit: number): readonly Hold[] {
    const taken = this.#expired.slice(this.#released, this.#released + limit);
    this.#released += taken.length;
    return taken;
  }

  /** The changes of the batch, in the order of keys. */
  changes(): {
    readonly campaigns: readonly CampaignRow[];
    readonly days: readonly DayRow[];
    readonly inserted: readonly DeliveryRow[];
    readonly updated: readonly DeliveryRow[];
    readonly charged: readonly DeliveryRow[];
    readonly released: readonly string[];
  } {
    const rows = (ids: Iterable<string>, deliveries = this.#deliveries): readonly DeliveryRow[] =>
      present(ids, deliveries).map(rowOf);
    return {
      campaigns: present(this.#moved, this.#campaigns),
      days: present(this.#movedDays, this.#days),
      inserted: rows(this.#inserted),
      updated: rows(this.#updated),
      charged: rows(this.#charged.keys(), this.#charged),
      released: this.#expired.slice(0, this.#released).map(({ id }) => id),
    };
  }
}

function present<T>(keys: Iterable<string>, items: ReadonlyMap<string, T>): readonly T[] {
  return [...keys].sort().flatMap((key) => {
    const item = items.get(key);
    return item === undefined ? [] : [item];
  });
}

/** NUL is in no id. */
function keyOf(campaignId: string, dayOrUser: string): string {
  return `${campaignId}\0${dayOrUser}`;
}

function balanceOf({ usedMicros, heldMicros }: Balance): Balance {
  return { usedMicros: usedMicros, heldMicros };
}

function capOf({ capImpressions, capWindowMs }: CampaignRow): Account["frequencyCap"] {
  return capImpressions === undefined
    ? undefined
    : { impressions: capImpressions, window: capWindowMs ?? "day" };
}
