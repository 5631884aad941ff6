export type { CatalogDocument } from "../planning/catalog-document.ts";
export type { PlannedChange } from "../planning/plan.ts";
export type { AuditStore } from "../storage/audit-store.ts";
export type { ReportStore } from "../storage/report-store.ts";
export { type WebhookStore, webhookEventTypes } from "../storage/webhook-store.ts";
export { CatalogRefused } from "./catalog-refused.ts";
export type { Console, ConsoleTools, CreateConsole } from "./console.ts";
export type { NewKey } from "./create-key.ts";
export {
  type AppliedDocument,
  type ApplyOptions,
  type CreatedKey,
  createInstallation,
  type Installation,
  type InstallationOptions,
  type ReportRequest,
} from "./installation.ts";
export type { LedgerBalance, LedgerDifference } from "./ledger-balance.ts";
export type { Letterhead } from "./letterhead.ts";
export type { ManagementLimits } from "./limits.ts";
export { createManagement, type Management, type ManagementOptions } from "./management.ts";
export type { Authorize, Principal, Role } from "./principal.ts";
export type { AnsweredReport } from "./report-routes.ts";
export type { ManagedStore } from "./route.ts";
export type { AddressRules } from "./webhooks/address.ts";
