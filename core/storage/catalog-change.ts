import type {
  ApiKeyRecord,
  Campaign,
  CreativeVersion,
  Platform,
  Publisher,
  Topic,
} from "../catalog/entities.ts";
import type { Micros } from "../money.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { AuditEntry } from "./audit-store.ts";

/** Opaque; changes whenever the catalogue or an API key changes. */
export type CatalogVersion = string;

/** What an instance learns when it asks for changes. */
export interface CatalogNews {
  /** The store's time while it answered: what instances judge schedules by. */
  readonly at: EpochMs;
  readonly delta?: CatalogDelta | undefined;
}

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

export const entityKinds = ["publisher", "platform", "campaign", "creative", "topic"] as const;
export type EntityKind = (typeof entityKinds)[number];

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
