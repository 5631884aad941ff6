/**
 * The storage ports. The doc comment of an operation is its contract: the conformance suite in
 * `test/conformance` has a case for every sentence that can be checked.
 *
 * For all operations:
 * - Outcomes are values. A rejected promise means an outage or a bug, and leaves either everything or
 *   nothing of the call behind; repeating the same call is always safe.
 * - A promise is fulfilled after the change is as durable as the adapter promises, never before.
 * - Arrays in, arrays out: the result has the length and the order of the argument. A batch has at most
 *   {@link maxBatch} items, and no two items of one batch have the same identity (the core folds them).
 * - Ids and amounts were validated by the core: ids are well-formed text of 1 to 128 characters without
 *   NUL, amounts are integers from 0 to 2^53 − 1. Ids are opaque: `__proto__` is an id like any other.
 * - Delivery ids are UUIDv7 in 22 letters of base64url (`createDeliveryId`), so that a store may keep them as 16 bytes
 *   and lay deliveries out by time. Their time is the issuing instance's and judges nothing.
 * - Any other text is the id of no delivery, stray bits in its last letter included: without an error `findDeliveries`
 *   answers `undefined` for it and `record` answers `unknown`, and the rest of the batch is answered as without it.
 * - One clock judges money: the store's own. It stamps `issuedAt` and measures every age in whole milliseconds.
 */
import type { Micros } from "./billing/money.ts";
import type {
  ApiKeyRecord,
  Campaign,
  Catalog,
  Creative,
  CreativeVersion,
  Platform,
  Publisher,
  Topic,
} from "./catalog/entities.ts";
import type { CreativeFormat } from "./contract/formats.ts";
import type { AuditEntry, AuditStore } from "./management/audit-store.ts";
import type { WebhookStore } from "./management/webhook-store.ts";
import type { ReportStore } from "./reporting/report-store.ts";
import type { EpochMs } from "./timing/clock.ts";

/** Most items of one batch. */
export const maxBatch = 512;

/** Most ranked choices of one order. */
export const maxChoices = 8;

/** Most sums of one query of statistics. */
export const maxTotals = 100_000;

/** Opaque; changes whenever the catalogue or an API key changes. */
export type CatalogVersion = string;

/** Day of a campaign in its own time zone, `YYYY-MM-DD`. */
export type CampaignDay = string;

/** What the serving side needs, called on every ad request, click and view. */
export interface ServingStore {
  /**
   * The store's time, also when nothing changed, and what changed since `since`: upserts and removals, or everything with
   * `reload: true` (always so without `since`, or with a version that the store does not know). `delta` is absent when
   * nothing changed. Never a half of one `applyCatalog`.
   */
  catalogChanges(since?: CatalogVersion): Promise<CatalogNews>;

  /** Spent and held per campaign at this moment, `undefined` for a campaign the store does not have. */
  readSpend(campaignIds: readonly string[]): Promise<readonly (Spend | undefined)[]>;

  /**
   * Creative versions by id, `undefined` where there is none. A version never changes and is kept as long as
   * a delivery of it, even when its creative was edited or removed.
   */
  readCreatives(versionIds: readonly string[]): Promise<readonly (CreativeVersion | undefined)[]>;

  /** Deliveries by id as they stand, `undefined` where there is none. */
  findDeliveries(ids: readonly string[]): Promise<readonly (Delivery | undefined)[]>;

  /**
   * Issues each order's first choice whose limits all hold; in array order, each order seeing what the ones
   * before it took. One atomic step for each order: between its check and its writes no other call, of this
   * or another instance, changes what it checked.
   *
   * The limits of a choice are those of the stored campaign, not of the caller's snapshot:
   * - the campaign exists and is active;
   * - spent + held + price ≤ total budget, and the same for the daily budget on the campaign's day;
   * - frequency cap: fewer than `impressions` deliveries of this campaign to this `userKey` were issued in the
   *   window, not counting web deliveries that expired before they were seen. A sliding window of w ms reaches
   *   back to deliveries younger than w; `day` counts those of the campaign's current day. Bot deliveries count
   *   in any case: a posted message was shown.
   *
   * A web delivery holds its price on the campaign and on the campaign's day; a bot delivery holds nothing
   * (its click pays from the free budget), and is refused like any other when the free budget is below its price.
   * Holds of expired deliveries never refuse: those of the campaigns touched are released first.
   *
   * A refused order changes nothing. Idempotent by delivery id: a repeated order gets the outcome of the first
   * and changes nothing, whatever its choices say now.
   */
  issue(orders: readonly IssueOrder[]): Promise<readonly IssueOutcome[]>;

  /**
   * Records that something happened to a delivery. The identity of an event is (delivery, kind) for `seen` and
   * `click`, and (delivery, `press`, scene, button) for a press: of all calls with one identity, on all
   * instances, exactly one ever gets `recorded`.
   *
   * Judged in this order: unknown, expired (age > 3,600,000 ms), too early (`seen` at age < 1,000 ms), duplicate,
   * recorded. The first three change nothing.
   *
   * Money: at most one event per delivery charges. For a web delivery with a price it is the first recorded one,
   * whatever its kind; the hold becomes spent, on the day and at the price of the issue. For a bot delivery with a
   * price it is the recorded click, if on the day of issue spent + held + price is within the total and the daily
   * budget, else nothing is charged, ever. `press` and `click` also set `seenAt` when it is not set yet; a later
   * `seen` is then recorded and changes nothing else. The charge, the spent amount and the event are one atomic step.
   */
  record(events: readonly DeliveryEvent[]): Promise<readonly RecordOutcome[]>;

  /**
   * Gives back what expired unseen web deliveries hold, oldest first, at most `limit` deliveries, and says how
   * many it was. A delivery is released once, by one caller. Safe on every instance at any time. Each call also drops
   * statistics that are no longer kept, some thousand lines at most.
   */
  releaseExpired(limit: number): Promise<number>;

  /**
   * Adds to the statistics. Best effort: there is no money in here, and a failed call may be dropped. An hour is kept until it
   * began more than 400 days ago by the store's clock, or another time that the store was opened with.
   */
  addCounts(counts: readonly Count[]): Promise<void>;

  /**
   * Sums of the statistics, one for each combination of the `by` fields that occurs, the largest first (equal ones in
   * any order), at most `limit`. What `addCounts` confirmed is in them.
   */
  readCounts(query: CountQuery): Promise<readonly CountTotal[]>;
}

/** What the operator's side needs. */
export interface ManagementStore {
  /** The whole catalogue and its version, from one moment. */
  readCatalog(): Promise<{ readonly version: CatalogVersion; readonly catalog: Catalog }>;

  /**
   * Applies a change as a whole or not at all. `conflict` when the catalogue is no longer at `expectedVersion`.
   * `budget_below_floor` when a budget would be stored below what the campaign has spent and holds (total, or on its
   * current day): every such campaign is named with the least amount that can be stored. Removing a campaign keeps
   * its deliveries, charges and spend; open deliveries of it are charged as issued. Removing a publisher revokes its
   * keys in the same step, at once: a publisher that is stored again under the id gets none of them back.
   */
  applyCatalog(change: CatalogChange): Promise<ApplyOutcome>;

  /**
   * What last stood under each id before it was removed; `undefined` where nothing ever did, or where something stands now.
   * Kept for as long as the installation, so that no id passes to another owner.
   */
  readRemoved(refs: readonly EntityRef[]): Promise<readonly (RemovedEntity | undefined)[]>;

  /**
   * Stores a new key, and notes it. `exists` when the id is taken; `full` when its publisher has `most` keys or more that are
   * not refused (neither `revoked`, nor `revokedAt` reached by the store's clock). These two change nothing. However many
   * callers add keys at once, none is stored past `most`; without it there may be any number.
   */
  addApiKey(key: ApiKeyRecord, audit?: AuditEntry, most?: number): Promise<"added" | "exists" | "full">;

  /** All keys, of one publisher if given, revoked ones too, in order of creation. */
  listApiKeys(publisherId?: string): Promise<readonly ApiKeyRecord[]>;

  /**
   * Revokes a key `afterMs` milliseconds from now, by the store's clock; 0: at once, which sets `revoked` and moves a later
   * `revokedAt` to now. A revocation that is due earlier stays, and a key that is `revoked` stays as it is; the change is
   * noted only when there is one. Answers the key as it is afterwards, or `undefined` when there is no such key.
   */
  revokeApiKey(id: string, afterMs: number, audit?: AuditEntry): Promise<ApiKeyRecord | undefined>;

  /**
   * Stores a new key and revokes the one that it replaces after `afterMs`, as `addApiKey` and `revokeApiKey` would, in one
   * step and with their notes. `unknown`: there is no key to replace. `revoked`: it is refused already (`revoked`, or
   * `revokedAt` reached by the store's clock). `exists`: the new id is taken. `full`, only with `afterMs` above 0: the
   * publisher of the new key has `most` keys or more that are not refused. These four change nothing, and are judged in
   * this order.
   */
  rotateApiKey(rotation: KeyRotation): Promise<"rotated" | "unknown" | "revoked" | "exists" | "full">;

  /** Compares spent amounts with charges and holds with open deliveries, of all campaigns, from one moment. */
  auditLedger(): Promise<LedgerAudit>;
}

/** What an adapter for a whole installation provides. */
export type Store = ServingStore & ManagementStore & ReportStore & AuditStore & WebhookStore;

/** What an instance learns when it asks for changes. */
export interface CatalogNews {
  /** The store's time while it answered: what instances judge schedules by. */
  readonly at: EpochMs;
  readonly delta?: CatalogDelta | undefined;
}

/** A new key in place of an old one. */
export interface KeyRotation {
  /** The key that is replaced. */
  readonly id: string;
  /** How long it stays good, in milliseconds; 0: it is refused at once. */
  readonly afterMs: number;
  readonly key: ApiKeyRecord;
  /** Most keys of its publisher, as `addApiKey` counts them; absent: any number. */
  readonly most?: number | undefined;
  /** Noted together with the change, in this order. */
  readonly audit?: readonly AuditEntry[] | undefined;
}

/** A removed entity as it last stood; `entity` is absent when a release before this promise removed it. */
export type RemovedEntity =
  | { readonly kind: "publisher"; readonly entity?: Publisher | undefined }
  | { readonly kind: "platform"; readonly entity?: Platform | undefined }
  | { readonly kind: "campaign"; readonly entity?: Campaign | undefined }
  | { readonly kind: "creative"; readonly entity?: Creative | undefined }
  | { readonly kind: "topic"; readonly entity?: Topic | undefined };

export interface CatalogDelta {
  readonly version: CatalogVersion;
  /** True: this is everything, forget the rest. False: apply on top of what is there. */
  readonly reload: boolean;
  readonly publishers: readonly Publisher[];
  readonly platforms: readonly Platform[];
  readonly apiKeys: readonly ApiKeyRecord[];
  readonly campaigns: readonly Campaign[];
  /** Current versions only. */
  readonly creatives: readonly CreativeVersion[];
  readonly topics: readonly Topic[];
  /** Empty when `reload`. */
  readonly removed: readonly EntityRef[];
}

export type EntityKind = "publisher" | "platform" | "campaign" | "creative" | "topic";

export interface EntityRef {
  readonly kind: EntityKind;
  readonly id: string;
}

export interface CatalogChange {
  readonly expectedVersion: CatalogVersion;
  readonly upserts: {
    readonly publishers: readonly Publisher[];
    readonly platforms: readonly Platform[];
    readonly campaigns: readonly Campaign[];
    /** Each with the id of its version, made by the core from its content. */
    readonly creatives: readonly CreativeVersion[];
    readonly topics: readonly Topic[];
  };
  readonly removals: readonly EntityRef[];
  /** What is noted in the audit trail together with the change, when it is applied. */
  readonly audit?: readonly AuditEntry[] | undefined;
}

export type ApplyOutcome =
  | { readonly outcome: "applied"; readonly version: CatalogVersion }
  | { readonly outcome: "conflict"; readonly version: CatalogVersion }
  | { readonly outcome: "budget_below_floor"; readonly floors: readonly BudgetFloor[] };

export interface BudgetFloor {
  readonly campaignId: string;
  readonly field: "totalBudgetMicros" | "dailyBudgetMicros";
  /** The least amount that can be stored now: spent + held. */
  readonly floorMicros: Micros;
}

export interface Spend {
  readonly campaignId: string;
  readonly spentMicros: Micros;
  readonly heldMicros: Micros;
  /** The campaign's current day by the store's clock, and what belongs to it. */
  readonly day: CampaignDay;
  readonly daySpentMicros: Micros;
  readonly dayHeldMicros: Micros;
}

/** Where a delivery is shown: on a web page or app, or in a messenger bot's message. */
export type Surface = "web" | "bot";

/** A wish to issue one delivery. */
export interface IssueOrder {
  readonly deliveryId: string;
  readonly surface: Surface;
  /** Whose platform it is at this moment; the delivery and its charge stay this publisher's. */
  readonly publisherId: string;
  readonly platformId: string;
  readonly placement: string;
  /** The API key that asked; empty for a browser. */
  readonly apiKeyId: string;
  /** Keyed hash of the identity, scoped to the platform. */
  readonly userKey: string;
  /** Language asked for, BCP 47, as far as it is counted; see `deliveredLanguage`. */
  readonly language: string;
  /** Best first; 1 to {@link maxChoices}. */
  readonly choices: readonly IssueChoice[];
}

export interface IssueChoice {
  readonly campaignId: string;
  /** Whose campaign it is at this moment; the delivery and its charge stay this advertiser's. */
  readonly advertiser: string;
  readonly creativeVersionId: string;
  readonly format: CreativeFormat;
  /** The topic that the campaign was matched by, if it targets any. */
  readonly topicId?: string | undefined;
  readonly priceMicros: Micros;
  /** Part of the price that goes to the publisher. */
  readonly publisherMicros: Micros;
}

export type RefusalReason = "no_campaign" | "budget" | "daily_budget" | "frequency_cap";

export type IssueOutcome =
  | {
      readonly outcome: "issued";
      readonly delivery: Delivery;
    }
  | {
      readonly outcome: "refused";
      /** Why, for each choice. */
      readonly reasons: readonly RefusalReason[];
    };

/**
 * One issuance of one ad, as it stands. It belongs for ever to the publisher, the advertiser and the API key of its issue,
 * whoever has the platform or the campaign later.
 */
export interface Delivery {
  readonly id: string;
  readonly surface: Surface;
  readonly publisherId: string;
  readonly platformId: string;
  readonly placement: string;
  readonly apiKeyId: string;
  readonly userKey: string;
  readonly language: string;
  readonly campaignId: string;
  readonly advertiser: string;
  readonly creativeVersionId: string;
  readonly format: CreativeFormat;
  readonly topicId?: string | undefined;
  readonly priceMicros: Micros;
  readonly publisherMicros: Micros;
  /** The campaign's day at issue; its hold and its charge belong to it. */
  readonly day: CampaignDay;
  /** By the store's clock. */
  readonly issuedAt: EpochMs;
  readonly seenAt?: EpochMs | undefined;
  readonly pressedAt?: EpochMs | undefined;
  readonly clickedAt?: EpochMs | undefined;
  readonly chargedAt?: EpochMs | undefined;
  /** Distinct presses, in the order in which they were recorded. */
  readonly presses: readonly Press[];
}

export interface Press {
  readonly scene: number;
  readonly button: number;
  readonly at: EpochMs;
}

export type DeliveryEvent =
  | { readonly kind: "seen"; readonly deliveryId: string }
  | { readonly kind: "click"; readonly deliveryId: string }
  | { readonly kind: "press"; readonly deliveryId: string; readonly scene: number; readonly button: number };

/** `delivery` is the state after the event. */
export type RecordOutcome =
  | { readonly outcome: "recorded"; readonly charged: boolean; readonly delivery: Delivery }
  | { readonly outcome: "duplicate"; readonly delivery: Delivery }
  | { readonly outcome: "too_early"; readonly delivery: Delivery }
  | { readonly outcome: "expired"; readonly delivery: Delivery }
  | { readonly outcome: "unknown" };

/**
 * What is counted. `seen`: once for each delivery that was seen, by a view, a press or a click. `press` and `click`: once
 * for each that was recorded.
 */
export type Metric =
  | "request"
  | "issued"
  | "no_ad"
  | "seen"
  | "press"
  | "click"
  | "rejected"
  | "uncounted_click";

/** One line of statistics; lines with the same fields are added up. A field that does not apply is empty. */
export interface Count {
  /** Start of the hour, by the core's clock. */
  readonly hour: EpochMs;
  readonly metric: Metric;
  /** One of a closed set that goes with the metric. */
  readonly reason: string;
  readonly publisherId: string;
  readonly platformId: string;
  readonly placement: string;
  readonly apiKeyId: string;
  readonly format: string;
  /** One of the catalogue's languages, or `other`. */
  readonly language: string;
  readonly advertiser: string;
  readonly campaignId: string;
  readonly creativeId: string;
  readonly topicId: string;
  readonly n: number;
}

export type CountField = Exclude<keyof Count, "n">;

/** Only what belongs to these, all of them together. A list that is absent: any; an empty one: none. */
export interface OwnerFilter {
  readonly publisherIds?: readonly string[] | undefined;
  readonly advertisers?: readonly string[] | undefined;
  readonly apiKeyIds?: readonly string[] | undefined;
  readonly platformIds?: readonly string[] | undefined;
  readonly campaignIds?: readonly string[] | undefined;
}

/** Which statistics are read, and by which fields they are added up. */
export interface CountQuery extends OwnerFilter {
  /** Hours from here on … */
  readonly from: EpochMs;
  /** … and before this one. */
  readonly to: EpochMs;
  readonly metrics: readonly Metric[];
  readonly by: readonly CountField[];
  /** 1 to {@link maxTotals}. */
  readonly limit: number;
}

/** The sum of all lines that agree in the fields asked for; other fields are absent. */
export type CountTotal = Partial<Omit<Count, "n">> & { readonly n: number };

export interface LedgerAudit {
  readonly campaigns: readonly CampaignLedger[];
  /** Sums over all charges: advertiserMicros = publisherMicros + operatorMicros. */
  readonly advertiserMicros: Micros;
  readonly publisherMicros: Micros;
  readonly operatorMicros: Micros;
}

/** In balance: spent = charged and held = open, in total; and so on every day. */
export interface CampaignLedger {
  readonly campaignId: string;
  readonly spentMicros: Micros;
  readonly chargedMicros: Micros;
  readonly heldMicros: Micros;
  readonly openMicros: Micros;
  readonly charges: number;
  /** Days on which spent differs from charged, or held from open. */
  readonly daysOutOfBalance: readonly CampaignDay[];
}
