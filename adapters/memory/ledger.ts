import { countsTowardCap } from "../../core/billing/frequency.ts";
import {
  type Account,
  addBalances,
  type Balance,
  type CapQuery,
  type Hold,
  type Ledger,
  type StoredDelivery,
  zeroBalance,
} from "../../core/billing/ledger.ts";
import type { Campaign } from "../../core/catalog/entities.ts";
import { maxMicros } from "../../core/money.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import type { EpochMs } from "../../core/timing/clock.ts";

/** A delivery that every index of the ledger shares. */
type Entry = { -readonly [Field in keyof StoredDelivery]: StoredDelivery[Field] };

interface MemoryAccount extends Account {
  total: Balance;
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

  /** Opens the campaign's account, or takes over its new limits. */
  putCampaign(campaign: Campaign): void {
    const { id, status, timeZone, frequencyCap } = campaign;
    const { total = zeroBalance, days = new Map(), byUser = new Map() } = this.accounts.get(id) ?? {};
    const totalBudgetMicros = campaign.totalBudgetMicros ?? maxMicros;
    const dailyBudgetMicros = campaign.dailyBudgetMicros ?? maxMicros;
    const limits = { status, timeZone, totalBudgetMicros, dailyBudgetMicros, frequencyCap };
    this.accounts.set(id, { campaignId: id, ...limits, total, days, byUser });
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

  move(campaignId: string, day: CampaignDay, by: Balance): void {
    const account = this.accounts.get(campaignId);
    if (account === undefined) throw new Error(`campaign ${campaignId} has no account`);
    account.total = addBalances(account.total, by);
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
    while (place > this.#firstHeld && issuedAt < (this.#byAge[place - 1]?.delivery.issuedAt ?? 0)) place -= 1;
    if (place === this.#byAge.length) this.#byAge.push(entry);
    else this.#byAge.splice(place, 0, entry);
  }

  updateDelivery(after: StoredDelivery): void {
    const entry = this.deliveries.get(after.delivery.id);
    if (entry !== undefined) Object.assign(entry, after);
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
      const { id, campaignId, day, priceMicros, chargedAt } = entry.delivery;
      if (entry.held) this.move(campaignId, day, { spentMicros: 0, heldMicros: -priceMicros });
      entry.held = false;
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
      taken.push(entry.delivery);
    }
    return taken;
  }
}
