import * as v from "valibot";
import { type IdentityFields, identityEntries } from "./identity.ts";
import { maxPlatformIdCharacters } from "./limits.ts";
import { anyText, text } from "./text.ts";

/** Why a person reports an ad (contract.md §4.8). A closed set: free text would be personal data. */
export const reportReasons = ["offensive", "misleading", "wrong_topic", "other"] as const;
/** One of {@link reportReasons}. */
export type ReportReason = (typeof reportReasons)[number];

/** Body of `POST /api/v1/web/report` (contract.md §4.8). */
export interface ReportRequest extends IdentityFields {
  readonly platform_id: string;
  readonly delivery_id: string;
  readonly reason: ReportReason;
}

/** An unknown delivery id is not a field error but a 410 (contract.md §7). */
export const reportRequest: v.GenericSchema<unknown, ReportRequest> = v.object({
  platform_id: text(1, maxPlatformIdCharacters),
  ...identityEntries,
  delivery_id: anyText,
  reason: v.picklist(reportReasons, `Use one of ${reportReasons.join(", ")}.`),
});
