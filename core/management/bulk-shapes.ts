import * as v from "valibot";

/** The maximum number of campaigns of one call. */
export const maxBulk = 200;

/** The outcome for one campaign of a bulk change. */
export const bulkResult: v.GenericSchema<unknown, BulkResult> = v.pipe(
  v.strictObject({
    id: v.string(),
    outcome: v.picklist(["changed", "unchanged", "refused"]),
    etag: v.pipe(v.optional(v.string()), v.description("The version now. Absent: refused.")),
    code: v.pipe(
      v.optional(v.string()),
      v.description("The code of the refusal, as of a call for this campaign alone."),
    ),
    detail: v.optional(v.string()),
  }),
  v.title("BulkResult"),
);

/** The outcome for one campaign of a bulk change. */
export interface BulkResult {
  readonly id: string;
  readonly outcome: "changed" | "unchanged" | "refused";
  readonly etag?: string | undefined;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
}
