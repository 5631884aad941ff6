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
import { type CampaignRow, type DayRow, type DeliveryRow, rowOf } from "./ledger-tables.ts";

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

/** The rows that a batch may read, as they were before it. Nobody else changes them while it runs. */
export interface LedgerSource {
  readonly campaign: (id: string) => CampaignRow | undefined;
  readonly day: (campaignId: string, day: CampaignDay) => DayRow | undefined;
  readonly delivery: (id: string) => StoredDelivery | undefined;
  readonly countDeliveries: (query: CapQuery) => number;
  /** Takes the oldest expired holds, each of them once. */
  readonly takeExpired: (issuedBefore: number, limit: number) => readonly ExpiredHold[];
}

/** Rows that were loaded before the batch runs. */
export interface LedgerRows {
  readonly campaigns: readonly CampaignRow[];
  readonly days: readonly DayRow[];
  readonly deliveries: readonly StoredDelivery[];
  /** The oldest first. */
  readonly expired: readonly ExpiredHold[];
  readonly capCounts: readonly CapCount[];
}

export function sourceOf(rows: LedgerRows): LedgerSource {
  const campaigns = new Map(rows.campaigns.map((row) => [row.id, row]));
  const days = new Map(rows.days.map((row) => [keyOf(row.campaignId, row.day), row]));
  const deliveries = new Map(rows.deliveries.map((stored) => [stored.delivery.id, stored]));
  const capCounts = Map.groupBy(rows.capCounts, ({ campaignId, userKey }) => keyOf(campaignId, userKey));
  const expired = [...rows.expired];
  return {
    campaign: (id) => campaigns.get(id),
    day: (campaignId, day) => days.get(keyOf(campaignId, day)),
    delivery: (id) => deliveries.get(id),
    countDeliveries: ({ campaignId, userKey, day: asked }) =>
      (capCounts.get(keyOf(campaignId, userKey)) ?? [])
        .filter(({ day }) => asked === undefined || day === asked)
        .reduce((sum, { n }) => sum + n, 0),
    takeExpired: (_, limit) => expired.splice(0, limit),
  };
}

/** Runs the rule of core/billing on the rows of a source, and remembers the changes of the batch. */
export class BatchLedger implements Ledger {
  readonly #source: LedgerSource;
  readonly #campaigns = new Map<string, CampaignRow | undefined>();
  readonly #days = new Map<string, DayRow | undefined>();
  readonly #deliveries = new Map<string, StoredDelivery | undefined>();
  /** By campaign and user. */
  readonly #issued = new Map<string, StoredDelivery[]>();
  readonly #moved = new Set<string>();
  readonly #movedDays = new Set<string>();
  readonly #inserted = new Set<string>();
  readonly #updated = new Set<string>();
  /** As each was when it was charged: a later event of the batch does not change the charge. */
  readonly #charged = new Map<string, StoredDelivery>();
  readonly #released: string[] = [];

  constructor(source: LedgerSource) {
    this.#source = source;
  }

  findAccount(campaignId: string): Account | undefined {
    const row = this.#campaign(campaignId);
    return row && { ...row, campaignId, total: balanceOf(row), frequencyCap: capOf(row) };
  }

  dayOf(campaignId: string, day: CampaignDay): Balance {
    const row = this.#day(campaignId, day);
    return row === undefined ? zeroBalance : balanceOf(row);
  }

  move(campaignId: string, day: CampaignDay, by: Movement): void {
    const account = this.#campaign(campaignId);
    if (account === undefined) throw new Error(`Campaign ${campaignId} has no account: restore a backup.`);
    const key = keyOf(campaignId, day);
    const before = this.#day(campaignId, day);
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
    return loaded(this.#deliveries, id, () => this.#source.delivery(id));
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
    const issued = (this.#issued.get(key) ?? []).filter((stored) => countsTowardCap(stored, query));
    return this.#source.countDeliveries(query) + issued.length;
  }

  takeExpiredHolds(issuedBefore: number, limit: number): readonly Hold[] {
    const taken = this.#source.takeExpired(issuedBefore, limit);
    for (const { id } of taken) this.#released.push(id);
    return taken;
  }

  #campaign(id: string): CampaignRow | undefined {
    return loaded(this.#campaigns, id, () => this.#source.campaign(id));
  }

  #day(campaignId: string, day: CampaignDay): DayRow | undefined {
    return loaded(this.#days, keyOf(campaignId, day), () => this.#source.day(campaignId, day));
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
    const rows = (
      ids: Iterable<string>,
      deliveries: ReadonlyMap<string, StoredDelivery | undefined> = this.#deliveries,
    ): readonly DeliveryRow[] => present(ids, deliveries).map(rowOf);
    return {
      campaigns: present(this.#moved, this.#campaigns),
      days: present(this.#movedDays, this.#days),
      inserted: rows(this.#inserted),
      updated: rows(this.#updated),
      charged: rows(this.#charged.keys(), this.#charged),
      released: this.#released,
    };
  }
}

function loaded<T>(known: Map<string, T | undefined>, key: string, load: () => T | undefined): T | undefined {
  if (known.has(key)) return known.get(key);
  const item = load();
  known.set(key, item);
  return item;
}

function present<T>(keys: Iterable<string>, items: ReadonlyMap<string, T | undefined>): readonly T[] {
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
