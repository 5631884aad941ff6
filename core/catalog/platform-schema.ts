import * as v from "valibot";
import { wholeShareBps } from "../money.ts";
import type { Platform } from "./entities.ts";
import {
  identifier,
  integer,
  noExtras,
  origin,
  type Parser,
  platformId,
  text,
  uniqueList,
} from "./fields.ts";
import {
  maxNameLength,
  maxOriginsPerPlatform,
  maxPlacementLength,
  maxPlacementsPerPlatform,
} from "./limits.ts";
import { reviewSchema } from "./review.ts";

const content = {
  name: text(maxNameLength),
  allowedOrigins: v.optional(uniqueList(origin, 0, maxOriginsPerPlatform), () => []),
};
const entries = {
  id: platformId,
  publisherId: identifier(),
  ...content,
  status: v.optional(v.picklist(["active", "disabled"]), "active"),
  placements: v.optional(uniqueList(identifier(maxPlacementLength), 0, maxPlacementsPerPlatform), () => []),
  revenueShareBps: integer(0, wholeShareBps),
  review: v.optional(reviewSchema),
  proposed: v.optional(v.objectWithRest(content, noExtras(content))),
};

/** A platform. Fills in defaults. */
export const platformSchema: Parser<Platform> = v.objectWithRest(entries, noExtras(entries));
