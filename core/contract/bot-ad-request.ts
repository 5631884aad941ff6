import * as v from "valibot";
import { type ConsentFields, consentEntries } from "./consent-fields.ts";
import { languageCode } from "./language.ts";
import { maxPlatformIdCharacters } from "./limits.ts";
import { anyText, text } from "./text.ts";

/** Body of `POST /api/v1/ad` (contract.md §2.6). `user_id`, `message` and `platform_id` are required. */
export interface BotAdRequest extends ConsentFields {
  readonly user_id: number;
  readonly message: string;
  readonly platform_id: string;
  readonly language_code: string;
  readonly is_premium: boolean;
  readonly parse_mode: "HTML";
}

export const botAdRequest: v.GenericSchema<unknown, BotAdRequest> = v.object({
  user_id: v.pipe(v.number("Send an integer."), v.safeInteger("Send an integer within ±(2^53 − 1).")),
  message: anyText,
  platform_id: text(1, maxPlatformIdCharacters),
  language_code: v.optional(languageCode, "en"),
  is_premium: v.optional(v.boolean("Send true or false."), false),
  ...consentEntries,
  parse_mode: v.optional(v.literal("HTML", "Only HTML is supported."), "HTML"),
});
