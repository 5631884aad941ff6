import * as v from "valibot";
import { creativeFormats } from "../contract/formats.ts";
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
  maxSensitivePhraseLength,
  maxSensitivePhrases,
  maxTargetsPerList,
} from "./limits.ts";
import { reviewSchema } from "./review.ts";
import { allowableSubjects } from "./sensitive-subjects.ts";
import { parseWordPattern } from "./word-pattern.ts";

const sensitivePhrase: Parser<string> = v.pipe(
  text(maxSensitivePhraseLength),
  v.rawCheck(({ dataset, addIssue }) => {
    const parsed = dataset.typed ? parseWordPattern(dataset.value) : undefined;
    if (typeof parsed === "string") addIssue({ message: parsed });
  }),
);

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
  sensitivePhrases: v.optional(uniqueList(sensitivePhrase, 0, maxSensitivePhrases)),
  allowedSubjects: v.optional(uniqueList(v.picklist(allowableSubjects), 0, allowableSubjects.length)),
  excludedAdvertisers: v.optional(uniqueList(text(maxNameLength), 1, maxTargetsPerList)),
  excludedTopics: v.optional(uniqueList(identifier(), 1, maxTargetsPerList)),
  excludedFormats: v.optional(uniqueList(v.picklist(creativeFormats), 1, creativeFormats.length)),
  review: v.optional(reviewSchema),
  proposed: v.optional(v.objectWithRest(content, noExtras(content))),
};

/** A platform. Fills in defaults. */
export const platformSchema: Parser<Platform> = v.objectWithRest(entries, noExtras(entries));
