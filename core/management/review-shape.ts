import * as v from "valibot";
import type { ReviewItem } from "./review.ts";

const site = v.strictObject({ site: v.string(), isNew: v.boolean() });

/** One item of the list of what waits. */
export const reviewItem: v.GenericSchema<unknown, ReviewItem> = v.pipe(
  v.strictObject({
    id: v.string(),
    kind: v.picklist(["platform", "creative"]),
    entityId: v.string(),
    owner: v.string(),
    version: v.string(),
    isEdit: v.boolean(),
    sites: v.array(site),
  }),
  v.title("ReviewItem"),
);
