export type { ReportStore } from "../reporting/report-store.ts";
export type { AuditStore } from "./audit-store.ts";
export { type ConsoleLinkOptions, consoleLink } from "./console/link.ts";
export type { ManagementLimits } from "./limits.ts";
export { createManagement, type Management, type ManagementOptions } from "./management.ts";
export type { Authorize, Principal, Role } from "./principal.ts";
export type { ManagedStore } from "./route.ts";
export { type WebhookStore, webhookEventTypes } from "./webhook-store.ts";
export type { AddressRules } from "./webhooks/address.ts";
