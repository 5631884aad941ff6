import type { RefusalReason } from "../../core/storage/delivery.ts";
import { oneOf } from "./stored-values.ts";

const reasons: readonly RefusalReason[] = [
  "no_campaign",
  "budget",
  "daily_budget",
  "unproven_holds",
  "frequency_cap",
];

/** Reads a reason as the database returns it. */
export function refusalReasonOf(value: unknown): RefusalReason {
  return oneOf(value, reasons);
}
