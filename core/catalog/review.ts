import * as v from "valibot";
import { canonicalJson } from "./canonical-json.ts";
import type { Creative, CreativeContent, Platform, PlatformContent, Review } from "./entities.ts";
import { noExtras, type Parser, text } from "./fields.ts";
import { maxReasonLength } from "./limits.ts";

const entries = {
  status: v.picklist(["pending", "refused"]),
  reason: v.optional(text(maxReasonLength)),
};

/** The state of a review. */
export const reviewSchema: Parser<Review> = v.objectWithRest(entries, noExtras(entries));

interface Reviewable<Content> {
  readonly review?: Review | undefined;
  readonly proposed?: Content | undefined;
}

/** Whether the entity may be served: it was never under review, or its approved version runs on while an edit waits. */
export function isApproved({ review, proposed }: Reviewable<unknown>): boolean {
  return review === undefined || proposed !== undefined;
}

/** The entity as approved, without its waiting edit. */
export function withoutReview<Entity extends Reviewable<unknown>>(entity: Entity): Entity {
  return { ...entity, review: undefined, proposed: undefined };
}

/** The entity after the operator's decision: with its waiting edit in force, or with the reason of the refusal. */
export function decided<Entity extends Reviewable<object>>(entity: Entity, reason?: string): Entity {
  if (reason !== undefined) return { ...entity, review: { status: "refused", reason } };
  // A creative for a bot has no scenes, and one for the web no line: those that the edit omits do not survive it.
  const omitted = "campaignId" in entity &&
    entity.proposed !== undefined && { scenes: undefined, bot: undefined };
  return withoutReview({ ...entity, ...omitted, ...entity.proposed });
}

/** The platform as its publisher wants it stored: a new one and an edit wait. Removing a site needs no review. */
export function submitPlatform(stored: Platform | undefined, wanted: Platform): Platform {
  const contentOf = ({ name, allowedOrigins }: PlatformContent): PlatformContent => ({
    name,
    allowedOrigins,
  });
  const isLess =
    stored?.name === wanted.name &&
    wanted.allowedOrigins.every((origin) => stored.allowedOrigins.includes(origin));
  return submit(stored, wanted, contentOf, isLess);
}

/** The creative as its advertiser wants it stored: a new one and an edit wait. */
export function submitCreative(stored: Creative | undefined, wanted: Creative): Creative {
  const contentOf = ({ format, language, disclosure, scenes, bot }: CreativeContent): CreativeContent => ({
    ...{ format, language, disclosure, scenes, bot },
  });
  return submit(stored, wanted, contentOf, false);
}

/**
 * Content that is approved already needs no review and withdraws a waiting edit; content that waits or was refused keeps its
 * state.
 */
function submit<Content extends object, Entity extends Content & Reviewable<Content>>(
  stored: Entity | undefined,
  wanted: Entity,
  contentOf: (entity: Content) => Content,
  isLess: boolean,
): Entity {
  const content = contentOf(wanted);
  const isSame = (other: Content | undefined): boolean =>
    other !== undefined && canonicalJson(content) === canonicalJson(contentOf(other));
  const pending: Review = { status: "pending" };
  if (stored === undefined) return { ...wanted, review: pending, proposed: undefined };
  if (!isApproved(stored)) {
    return { ...wanted, review: isSame(stored) ? stored.review : pending, proposed: undefined };
  }
  if (isLess || isSame(stored)) return withoutReview(wanted);
  const review = isSame(stored.proposed) ? stored.review : pending;
  return { ...wanted, ...contentOf(stored), review, proposed: content };
}
