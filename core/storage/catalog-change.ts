import type { ApiKeyRecord, Campaign, CreativeVersion, Platform, Publisher } from "../catalog/entities.ts";
import type { Topic } from "../catalog/topic.ts";
import type { Micros } from "../money.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { AuditEntry } from "./audit-store.ts";

/** Opaque; changes whenever the catalogue or an API key changes. */
export type CatalogVersion = string;

/** The answer to an instance that asks for changes. */
export interface CatalogNews {
  /** The store's time during the call. Instances judge schedules by it. */
  readonly at: EpochMs;
  /** The changes. Absent: nothing changed. */
  readonly delta?: CatalogDelta | undefined;
}

/** New and changed entities of a catalogue. */
export interface ChangedEntities {
  /** New and changed publishers. */
  readonly publishers: readonly Publisher[];
  /** New and changed platforms. */
  readonly platforms: readonly Platform[];
  /** New and changed campaigns. */
  readonly campaigns: readonly Campaign[];
  /** Current versions only. The core makes the id of a version from its content. */
  readonly creatives: readonly CreativeVersion[];
  /** New and changed topics. */
  readonly topics: readonly Topic[];
}

/** Changes of the catalogue and of the API keys. */
export interface CatalogDelta extends ChangedEntities {
  /** The version that the catalogue has with these changes. */
  readonly version: CatalogVersion;
  /** True: the delta is the whole catalogue and replaces the earlier one. False: the delta adds to the earlier one. */
  readonly reload: boolean;
  /** New and changed API keys, revoked ones included. */
  readonly apiKeys: readonly ApiKeyRecord[];
  /** Empty when `reload`. */
  readonly removed: readonly EntityRef[];
}

/** The kinds of entities of a catalogue. */
export const entityKinds = ["publisher", "platform", "campaign", "creative", "topic"] as const;
/** The kind of an entity of the catalogue. */
export type EntityKind = (typeof entityKinds)[number];

/** The name of an entity of the catalogue. */
export interface EntityRef {
  /** The kind of the entity. */
  readonly kind: EntityKind;
  /** The id of the entity, unique within its kind. */
  readonly id: string;
}

/** A change of the catalogue for `applyCatalog`. */
export interface CatalogChange {
  /** The version that the change was made for. */
  readonly expectedVersion: CatalogVersion;
  /** Entities to create, and entities to replace by their id. */
  readonly upserts: ChangedEntities;
  /** Entities to remove. */
  readonly removals: readonly EntityRef[];
  /** Noted in the audit trail together with the change, when it is applied. */
  readonly audit?: readonly AuditEntry[] | undefined;
}

/** The outcome of a change of the catalogue. */
export type ApplyOutcome =
  | {
      /** `conflict`: the catalogue was not at the expected version, and did not change. */
      readonly outcome: "applied" | "conflict";
      /** The current version, which includes an applied change. */
      readonly version: CatalogVersion;
    }
  | {
      readonly outcome: "budget_below_floor";
      /** Every budget that is too low. */
      readonly floors: readonly BudgetFloor[];
    };

/** A budget that cannot be stored, because the campaign has spent and holds more. */
export interface BudgetFloor {
  /** The id of the campaign. */
  readonly campaignId: string;
  /** The field that is too low. */
  readonly field: "totalBudgetMicros" | "dailyBudgetMicros";
  /** The least amount that can be stored now: spent + held. */
  readonly floorMicros: Micros;
}
