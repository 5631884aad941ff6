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
 * - An outage is an error with `outage: true`: the store cannot be reached, cannot write, or does not answer in time. The core then
 *   answers 503. Any other error blames an item of the call, so the core halves the batch to find it.
 * - One clock judges money: the store's own. It stamps `issuedAt` and measures every age in whole milliseconds. When it steps back, ages
 *   become smaller: an event may be too early again, and a place in a frequency cap counts again. A hold that was given back is
 *   never charged, so money stays in balance.
 */
import type { AuditStore } from "./audit-store.ts";
import type { InstallationStore } from "./installation-store.ts";
import type { ManagementStore } from "./management-store.ts";
import type { ReportSource } from "./report-reader.ts";
import type { ReportStore } from "./report-store.ts";
import type { ServingStore } from "./serving-store.ts";
import type { SettlementStore } from "./settlement-store.ts";
import type { WebhookStore } from "./webhook-store.ts";

/** What an adapter for a whole installation provides. */
export type Store = ServingStore &
  ManagementStore &
  ReportStore &
  ReportSource &
  SettlementStore &
  AuditStore &
  WebhookStore &
  InstallationStore;
