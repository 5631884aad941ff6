export { type AdjustmentLedger, adjustCharges } from "../../core/billing/adjust-charge.ts";
export { issueOrders } from "../../core/billing/decide-issue.ts";
export { newDelivery } from "../../core/billing/delivery-events.ts";
export { countsTowardCap } from "../../core/billing/frequency.ts";
export { judgeEvent } from "../../core/billing/judge-event.ts";
export type {
  Account,
  Balance,
  CapQuery,
  Hold,
  Ledger,
  Movement,
  StoredDelivery,
} from "../../core/billing/ledger.ts";
export { releaseHolds } from "../../core/billing/release.ts";
export type * from "../../core/catalog/entities.ts";
export { revokedKey } from "../../core/catalog/revoked-key.ts";
export type * from "../../core/catalog/topic.ts";
export { type CreativeFormat, creativeFormats } from "../../core/contract/formats.ts";
export { type Micros, maxMicros } from "../../core/money.ts";
export { isOutage } from "../../core/outage.ts";
export type * from "../../core/ratelimit/rate-limiter.ts";
export { isRevoked, type KeyMode } from "../../core/signing/api-key.ts";
export { fromBase64Url, toBase64Url } from "../../core/signing/base64url.ts";
export { createDeliveryId, deliveryIdTime, parseDeliveryId } from "../../core/signing/delivery-id.ts";
export { amountTooLarge } from "../../core/storage/amount-too-large.ts";
export * from "../../core/storage/audit-store.ts";
export * from "../../core/storage/catalog-change.ts";
export * from "../../core/storage/counts.ts";
export * from "../../core/storage/delivery.ts";
export type * from "../../core/storage/installation-store.ts";
export type * from "../../core/storage/ledger-audit.ts";
export type * from "../../core/storage/management-store.ts";
export type { ReportReader, ReportSource } from "../../core/storage/report-reader.ts";
export * from "../../core/storage/report-store.ts";
export * from "../../core/storage/serving-store.ts";
export * from "../../core/storage/settlement-store.ts";
export type * from "../../core/storage/store.ts";
export { isStore, missingMembers } from "../../core/storage/store-members.ts";
export * from "../../core/storage/stored-entity.ts";
export * from "../../core/storage/webhook-store.ts";
export { type CampaignDay, campaignDay } from "../../core/timing/campaign-day.ts";
export { type Clock, type EpochMs, systemClock } from "../../core/timing/clock.ts";
export {
  defaultCountsKeptMs,
  deliveryLifetimeMs,
  maxFrequencyWindowMs,
  maxNetworksKeptMs,
  minViewAgeMs,
} from "../../core/timing/windows.ts";
export { checkedBatch } from "./batch.ts";
export { StoreDataError, type StoreErrorOptions, StoreUnavailable } from "./errors.ts";
export { exactInteger } from "./exact-integer.ts";
export { compareIssued, listedDelivery } from "./listed-delivery.ts";
export { type LoadedAdjustments, loadAdjustments } from "./load-adjustments.ts";
export { returnedOnce } from "./migrations.ts";
export { checkedRetention, ordersToKeep } from "./retention.ts";
export type {
  SqlDatabase,
  SqlDialect,
  SqlFault,
  SqlQueries,
  SqlRow,
  SqlTypes,
  SqlValue,
} from "./sql/dialect.ts";
export { checkedIds } from "./sql/serving.ts";
export { createSqlStore, type SqlStoreOptions } from "./sql/store.ts";
export { catalogOf, type StoredEntities, storedEntities } from "./stored-entities.ts";
export { storedApiKey, storedAuditRecord, storedMessage, storedWebhook } from "./stored-records.ts";
export { chargeTotal, countTotal } from "./totals.ts";
export { countUniques, type UniquesCounter, uniquesTotal } from "./uniques.ts";
