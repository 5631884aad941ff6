export type { AuditStore } from "../storage/audit-store.ts";
export type { ReportStore } from "../storage/report-store.ts";
export { type WebhookStore, webhookEventTypes } from "../storage/webhook-store.ts";
export type { Console, ConsoleTools, CreateConsole } from "./console.ts";
export type { ManagementLimits } from "./limits.ts";
export { createManagement, type Management, type ManagementOptions } from "./management.ts";
export type { Authorize, Principal, Role } from "./principal.ts";
export type { ManagedStore } from "./route.ts";
export type { AddressRules } from "./webhooks/address.ts";
