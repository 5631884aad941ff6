import { isRecord } from "../catalog/record.ts";
import type { Store } from "./store.ts";

type Optional = "places" | "listDeliveries" | "reports" | "findRisks";

/** Every member that a store must have, in the order of the ports. */
const members: Readonly<Record<Exclude<keyof Store, Optional>, "function" | "object">> = {
  catalogChanges: "function",
  readSpend: "function",
  readCreatives: "function",
  findDeliveries: "function",
  issue: "function",
  record: "function",
  releaseExpired: "function",
  addCounts: "function",
  readCounts: "function",
  readCatalog: "function",
  applyCatalog: "function",
  readRemoved: "function",
  addApiKey: "function",
  listApiKeys: "function",
  revokeApiKey: "function",
  rotateApiKey: "function",
  auditLedger: "function",
  readCharges: "function",
  readUniques: "function",
  listUniques: "function",
  readRecentDeliveries: "function",
  listCharges: "function",
  adjustCharges: "function",
  listAdjustments: "function",
  addStatement: "function",
  listStatements: "function",
  readAudit: "function",
  listWebhooks: "function",
  putWebhook: "function",
  removeWebhook: "function",
  addWebhookMessages: "function",
  claimWebhookMessages: "function",
  settleWebhookMessage: "function",
  countWebhookMessages: "function",
  retention: "object",
  ready: "function",
  planMigrations: "function",
  migrate: "function",
  firstValue: "function",
  forgetUser: "function",
  close: "function",
};

/** The operations that a store has or may have, in the order of the ports. */
export const storeOperations: readonly string[] = [
  ...Object.entries(members).flatMap(([name, type]) => (type === "function" ? [name] : [])),
  "listDeliveries",
];

/** The members that a value lacks to be a store, in the order of the ports; empty for a store. */
export function missingMembers(value: unknown): readonly string[] {
  const found = isRecord(value) ? value : {};
  return Object.entries(members).flatMap(([name, type]) => (typeof found[name] === type ? [] : [name]));
}

/** Whether a value has every member of the ports. Only the conformance suite can tell whether it keeps their promises. */
export function isStore(value: unknown): value is Store {
  return missingMembers(value).length === 0;
}
