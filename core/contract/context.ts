import * as v from "valibot";
import { maxContentCharacters, maxTitleCharacters } from "./limits.ts";
import { text } from "./text.ts";

/** What surrounds the ad (contract.md §2.2). */
export type Context =
  | {
      readonly type: "conversation";
      readonly question?: string | undefined;
      readonly answer?: string | undefined;
    }
  | { readonly type: "article"; readonly title: string; readonly content: string }
  | { readonly type: "feed"; readonly text: string }
  | { readonly type: "static" };

const title = text(0, maxTitleCharacters);
const content = text(0, maxContentCharacters);

/** Fields of another type, like unknown ones, are ignored. */
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

export const context: v.GenericSchema<unknown, Context> = v.pipe(
  v.custom<Record<string, unknown>>(isPlainObject, "Send an object."),
  v.transform((fields) => (fields["type"] === undefined ? { ...fields, type: "conversation" } : fields)),
  byType,
);

/** The user's question, which topics are matched against; feed and static have none (contract.md §2.2). */
export function questionOf(value: Context): string | undefined {
  if (value.type === "conversation") return value.question;
  return value.type === "article" ? value.title : undefined;
}

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
