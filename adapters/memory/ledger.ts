import { countsTowardCap } from "../../core/billing/frequency.ts";
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
} from "../../core/billing/ledger.ts";
import { giveBack } from "../../core/billing/release.ts";
import type { Campaign } from "../../core/catalog/entities.ts";
import { type Micros, maxMicros } from "../../core/money.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import type { EpochMs } from "../../core/timing/clock.ts";

/** A delivery that every index of the ledger shares. */
type Entry = { -readonly [Field in keyof StoredDelivery]: StoredDelivery[Field] } & {
  /** The mark of its charge. */
  chargedMark?: string;
};

interface MemoryAccount extends Account {
  total: Balance;
  unprovenHeldMicros: Micros;
  readonly days: Map<CampaignDay, Balance>;
  /** The campaign's deliveries by user. */
  readonly byUser: Map<string, Entry[]>;
}

/** Accounts and deliveries in Maps. Keeps every delivery as long as the process lives. */
export class MemoryLedger implements Ledger {
  readonly accounts: Map<string, MemoryAccount> = new Map();
  readonly deliveries: Map<string, Entry> = new Map();
  /** Charged deliveries of forgotten users, without id and user: the charges stay. */
  readonly #forgotten: Entry[] = [];
  /** By time of issue. */
  readonly #byAge: Entry[] = [];
  /** No delivery before this place of `#byAge` holds anything. */
  #firstHeld = 0;
  /** No delivery before this place of `#byAge` has a network. */
  #firstNetwork = 0;

  /** Opens the campaign's account, or takes over its new limits. */
  putCampaign(campaign: Campaign): void {
    const { id, status, timeZone, frequencyCap } = campaign;
    const { total = zeroBalance, unprovenHeldMicros = 0 } = this.accounts.get(id) ?? {};
    const { days = new Map(), byUser = new Map() } = this.accounts.get(id) ?? {};
    const totalBudgetMicros = campaign.totalBudgetMicros ?? maxMicros;
    const dailyBudgetMicros = campaign.dailyBudgetMicros ?? maxMicros;
    const limits = { status, timeZone, totalBudgetMicros, dailyBudgetMicros, frequencyCap };
    this.accounts.set(id, { campaignId: id, ...limits, total, unprovenHeldMicros, days, byUser });
  }

  removeCampaign(id: string): void {
    const account = this.accounts.get(id);
    if (account !== undefined) this.accounts.set(id, { ...account, status: "removed" });
  }

  findAccount(campaignId: string): MemoryAccount | undefined {
    return this.accounts.get(campaignId);
  }

  dayOf(campaignId: string, day: CampaignDay): Balance {
    return this.accounts.get(campaignId)?.days.get(day) ?? zeroBalance;
  }

  move(campaignId: string, day: CampaignDay, by: Movement): void {
    const account = this.accounts.get(campaignId);
    if (account === undefined) throw new Error(`campaign ${campaignId} has no account`);
    account.total = addBalances(account.total, by);
    account.unprovenHeldMicros += by.unprovenHeldMicros ?? 0;
    account.days.set(day, addBalances(account.days.get(day) ?? zeroBalance, by));
  }

  findDelivery(id: string): StoredDelivery | undefined {
    return this.deliveries.get(id);
  }

  insertDelivery(stored: StoredDelivery): void {
    const entry = { ...stored };
    const { id, campaignId, userKey, issuedAt } = stored.delivery;
    this.deliveries.set(id, entry);
    const byUser = this.accounts.get(campaignId)?.byUser;
    const ofUser = byUser?.get(userKey);
    if (ofUser === undefined) byUser?.set(userKey, [entry]);
    else ofUser.push(entry);
    // The last place, unless the clock was set back.
    let place = this.#byAge.length;
    const first = Math.max(this.#firstHeld, this.#firstNetwork);
    while (place > first && issuedAt < (this.#byAge[place - 1]?.delivery.issuedAt ?? 0)) place -= 1;
    if (place === this.#byAge.length) this.#byAge.push(entry);
    else this.#byAge.splice(place, 0, entry);
  }

  updateDelivery(after: StoredDelivery, charged: boolean): void {
    const entry = this.deliveries.get(after.delivery.id);
    if (entry === undefined) return;
    Object.assign(entry, after);
    if (charged) entry.chargedMark = after.delivery.mark;
  }

  countDeliveries(query: CapQuery): number {
    const ofUser = this.accounts.get(query.campaignId)?.byUser.get(query.userKey) ?? [];
    return ofUser.filter((entry) => countsTowardCap(entry, query)).length;
  }

  /** Every delivery that charges are counted from. */
  *everyDelivery(): Generator<Entry> {
    yield* this.deliveries.values();
    yield* this.#forgotten;
  }

  /** Deletes every delivery of one user and returns their number. Gives back their holds; their charges stay. */
  forgetUser(userKey: string): number {
    const ofUser = [...this.deliveries.values()].filter(({ delivery }) => delivery.userKey === userKey);
    for (const entry of ofUser) {
      const { id, chargedAt } = entry.delivery;
      if (entry.held) giveBack(this, holdOf(entry));
      entry.held = false;
      entry.delivery = { ...entry.delivery, network: "" };
      if (chargedAt !== undefined)
        this.#forgotten.push({ ...entry, delivery: { ...entry.delivery, id: "", userKey: "" } });
      this.deliveries.delete(id);
    }
    for (const { byUser } of this.accounts.values()) byUser.delete(userKey);
    return ofUser.length;
  }

  takeExpiredHolds(issuedBefore: EpochMs, limit: number): readonly Hold[] {
    const taken: Hold[] = [];
    for (; taken.length < limit; this.#firstHeld += 1) {
      const entry = this.#byAge[this.#firstHeld];
      if (entry === undefined || entry.delivery.issuedAt >= issuedBefore) break;
      if (!entry.held) continue;
      entry.held = false;
      taken.push(holdOf(entry));
    }
    return taken;
  }

  /** Forgets the networks of deliveries that were issued before `issuedBefore`, of at most `limit` deliveries. */
  forgetNetworks(issuedBefore: EpochMs, limit: number): void {
    for (const end = this.#firstNetwork + limit; this.#firstNetwork < end; this.#firstNetwork += 1) {
      const entry = this.#byAge[this.#firstNetwork];
      if (entry === undefined || entry.delivery.issuedAt >= issuedBefore) return;
      if (entry.delivery.network !== "") entry.delivery = { ...entry.delivery, network: "" };
    }
  }
}

function holdOf({ delivery: { campaignId, day, priceMicros }, unproven }: StoredDelivery): Hold {
  return { campaignId, day, priceMicros, unproven };
}
