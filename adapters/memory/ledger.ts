import type { AdjustmentLedger } from "../../core/billing/adjust-charge.ts";
import { countsTowardCap } from "../../core/billing/frequency.ts";
import {
  type Account,
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
import type { Adjustment, Charge } from "../../core/storage/settlement-store.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import type { EpochMs } from "../../core/timing/clock.ts";

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** A delivery that every index of the ledger shares. */
type Entry = Mutable<StoredDelivery> & {
  /** The mark of its charge. */
  chargedMark?: string;
};

/** The sums of a charge's adjustments. */
interface Adjusted {
  readonly micros: Micros;
  readonly publisherMicros: Micros;
}

interface DayBalance extends Mutable<Balance> {
  readonly day: CampaignDay;
}

interface MemoryAccount extends Mutable<Account> {
  readonly total: Mutable<Balance>;
  /** The last day on which something moved. Nearly every question is about it. */
  latest: DayBalance | undefined;
  earlier: readonly DayBalance[];
  /** The campaign's deliveries by user. Absent without a frequency cap: no other question needs them. */
  byUser: Map<string, Entry[]> | undefined;
}

/** Accounts and deliveries in Maps. Keeps every delivery as long as the process lives. */
export class MemoryLedger implements Ledger, AdjustmentLedger {
  readonly accounts: Map<string, MemoryAccount> = new Map();
  readonly deliveries: Map<string, Entry> = new Map();
  /** Charged deliveries of forgotten users, without the user: the charges stay. */
  readonly #forgotten = new Map<string, Entry>();
  readonly adjustments: Map<string, Adjustment> = new Map();
  /** By delivery. */
  readonly #adjusted = new Map<string, Adjusted>();
  /** Deliveries that hold their price or have a network when they are issued, by time of issue. */
  readonly #byAge: Entry[] = [];
  /** No delivery before this place of `#byAge` holds anything. */
  #firstHeld = 0;
  /** No delivery before this place of `#byAge` has a network. */
  #firstNetwork = 0;

  /** Accounts share the text of a zone, so that it stays in the processor's cache. */
  readonly #timeZones = new Map<string, string>();

  /** Opens the campaigns' accounts, or takes over their new limits. A new cap counts earlier deliveries, too. */
  putCampaigns(campaigns: readonly Campaign[]): void {
    const newlyCapped = new Map<string, MemoryAccount>();
    for (const campaign of campaigns) {
      const { id: campaignId, status, frequencyCap } = campaign;
      const timeZone = this.#timeZones.get(campaign.timeZone) ?? campaign.timeZone;
      this.#timeZones.set(timeZone, timeZone);
      const known = this.accounts.get(campaignId);
      // No spread: V8 lays out such an object in two pieces, and each piece of a cold account is a wait.
      const account: MemoryAccount = {
        campaignId,
        status,
        timeZone,
        totalBudgetMicros: campaign.totalBudgetMicros ?? maxMicros,
        dailyBudgetMicros: campaign.dailyBudgetMicros ?? maxMicros,
        frequencyCap,
        total: known?.total ?? { usedMicros: 0, heldMicros: 0 },
        unprovenHeldMicros: known?.unprovenHeldMicros ?? 0,
        waivedMicros: known?.waivedMicros ?? 0,
        latest: known?.latest,
        earlier: known?.earlier ?? noDays,
        byUser: known?.byUser,
      };
      this.accounts.set(campaignId, account);
      if (frequencyCap === undefined || account.byUser !== undefined) continue;
      account.byUser = new Map();
      newlyCapped.set(campaignId, account);
    }
    if (newlyCapped.size === 0) return;
    for (const entry of this.deliveries.values())
      addToUser(newlyCapped.get(entry.delivery.campaignId), entry);
  }

  removeCampaign(id: string): void {
    const account = this.accounts.get(id);
    if (account !== undefined) account.status = "removed";
  }

  findAccount(campaignId: string): MemoryAccount | undefined {
    return this.accounts.get(campaignId);
  }

  dayOf(campaignId: string, day: CampaignDay): Balance {
    const account = this.accounts.get(campaignId);
    return (account && balanceOn(account, day)) ?? zeroBalance;
  }

  move(campaignId: string, day: CampaignDay, by: Movement): void {
    const account = this.accounts.get(campaignId);
    if (account === undefined) throw new Error(`campaign ${campaignId} has no account`);
    add(account.total, by);
    account.unprovenHeldMicros += by.unprovenHeldMicros ?? 0;
    const ofDay = balanceOn(account, day);
    if (ofDay === undefined) {
      if (account.latest !== undefined) account.earlier = [...account.earlier, account.latest];
      account.latest = { day, usedMicros: by.usedMicros, heldMicros: by.heldMicros };
    } else add(ofDay, by);
  }

  findDelivery(id: string): StoredDelivery | undefined {
    return this.deliveries.get(id);
  }

  /** Keeps `entry` itself, and changes it later. */
  insertDelivery(entry: Entry): void {
    const { id, campaignId, issuedAt } = entry.delivery;
    this.deliveries.set(id, entry);
    addToUser(this.accounts.get(campaignId), entry);
    if (!entry.held && entry.delivery.network === "") return;
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
    entry.delivery = after.delivery;
    entry.held = after.held;
    entry.seenRecorded = after.seenRecorded;
    if (charged) entry.chargedMark = after.delivery.mark;
  }

  countDeliveries(query: CapQuery): number {
    const ofUser = this.accounts.get(query.campaignId)?.byUser?.get(query.userKey) ?? [];
    return ofUser.filter((entry) => countsTowardCap(entry, query)).length;
  }

  /** Every delivery that charges are counted from. */
  *everyDelivery(): Generator<Entry> {
    yield* this.deliveries.values();
    yield* this.#forgotten.values();
  }

  /** The charged delivery, also of a user that was forgotten. */
  findCharged(deliveryId: string): Entry | undefined {
    return this.#forgotten.get(deliveryId) ?? this.deliveries.get(deliveryId);
  }

  findAdjustment(id: string): Adjustment | undefined {
    return this.adjustments.get(id);
  }

  findCharge(deliveryId: string): Charge | undefined {
    const entry = this.findCharged(deliveryId);
    return entry && this.chargeOf(entry);
  }

  chargeOf({ delivery, chargedMark = "" }: Entry): Charge | undefined {
    const { id, chargedAt, publisherId, platformId, apiKeyId, advertiser, campaignId } = delivery;
    if (chargedAt === undefined) return undefined;
    const { priceMicros, publisherMicros } = delivery;
    const { micros, publisherMicros: ofPublisher } = this.#adjusted.get(id) ?? notAdjusted;
    const owners = { deliveryId: id, publisherId, platformId, apiKeyId, advertiser, campaignId };
    const sums = { adjustedMicros: micros, adjustedPublisherMicros: ofPublisher };
    return { ...owners, chargedAt, mark: chargedMark, priceMicros, publisherMicros, ...sums };
  }

  insertAdjustment(adjustment: Adjustment): void {
    const { id, deliveryId, campaignId, micros, publisherMicros, restoresBudget } = adjustment;
    const before = this.#adjusted.get(deliveryId) ?? notAdjusted;
    this.adjustments.set(id, adjustment);
    this.#adjusted.set(deliveryId, {
      micros: before.micros + micros,
      publisherMicros: before.publisherMicros + publisherMicros,
    });
    const account = this.accounts.get(campaignId);
    if (account === undefined) return;
    if (restoresBudget) account.total.usedMicros -= micros;
    else account.waivedMicros += micros;
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
        this.#forgotten.set(id, { ...entry, delivery: { ...entry.delivery, userKey: "" } });
      this.deliveries.delete(id);
    }
    for (const { byUser } of this.accounts.values()) byUser?.delete(userKey);
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

const notAdjusted: Adjusted = { micros: 0, publisherMicros: 0 };

const noDays: readonly DayBalance[] = [];

function balanceOn({ latest, earlier }: MemoryAccount, day: CampaignDay): DayBalance | undefined {
  return latest?.day === day ? latest : earlier.find((balance) => balance.day === day);
}

function add(balance: Mutable<Balance>, by: Balance): void {
  balance.usedMicros += by.usedMicros;
  balance.heldMicros += by.heldMicros;
}

function addToUser(account: MemoryAccount | undefined, entry: Entry): void {
  const byUser = account?.byUser;
  const ofUser = byUser?.get(entry.delivery.userKey);
  if (ofUser === undefined) byUser?.set(entry.delivery.userKey, [entry]);
  else ofUser.push(entry);
}
