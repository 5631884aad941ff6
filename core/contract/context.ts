import * as v from "valibot";
import type { Context } from "./ad-fields.ts";
import { maxContentCharacters, maxTitleCharacters } from "./limits.ts";
import { plainObject } from "./plain-object.ts";
import { text } from "./text.ts";

const title = text(0, maxTitleCharacters);
const content = text(0, maxContentCharacters);

/** Fields of other context types are ignored, as unknown fields are. */
const byType = v.variant(
  "type",
  [
    v.object({ type: v.literal("conversation"), question: v.optional(title), answer: v.optional(content) }),
    v.object({ type: v.literal("article"), title, content }),
    v.object({ type: v.literal("feed"), text: content }),
    v.object({ type: v.literal("static") }),
  ],
  "Send one of conversation, article, feed and static.",
);

/** Parses the `context` of an ad request. Without a `type` it is a conversation. */
export const context: v.GenericSchema<unknown, Context> = v.pipe(
  plainObject,
  v.transform((fields) => (fields["type"] === undefined ? { ...fields, type: "conversation" } : fields)),
  byType,
);

/**
 * The text that topics are matched against: the user's question or the article's title. `feed` and `static` have none
 * (contract.md §2.2).
 */
export function questionOf(value: Context): string | undefined {
  if (value.type === "conversation") return value.question;
  return value.type === "article" ? value.title : undefined;
}
