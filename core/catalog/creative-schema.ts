import * as v from "valibot";
import { adFormats } from "../contract/formats.ts";
import { blockSchema } from "./block-schema.ts";
import type { Creative } from "./entities.ts";
import { entityId, identifier, languageTag, noExtras, type Parser, publicUrl, text, url } from "./fields.ts";
import {
  maxBlocksPerScene,
  maxBotTextLength,
  maxDisclosureLength,
  maxLabelLength,
  maxScenesPerCreative,
} from "./limits.ts";
import { reviewSchema } from "./review.ts";

function creativeWith(anyUrl: Parser<string>): Parser<Creative> {
  const disclosureEntries = { text: text(maxDisclosureLength), url: v.optional(anyUrl) };
  const botEntries = { text: text(maxBotTextLength), buttonText: text(maxLabelLength), landingUrl: anyUrl };
  const sceneEntries = {
    id: identifier(),
    blocks: v.pipe(v.array(blockSchema(anyUrl)), v.minLength(1), v.maxLength(maxBlocksPerScene)),
  };
  const content = {
    format: v.picklist([...adFormats, "bot"]),
    language: languageTag,
    disclosure: v.objectWithRest(disclosureEntries, noExtras(disclosureEntries)),
    scenes: v.optional(
      v.pipe(
        v.array(v.pipe(v.objectWithRest(sceneEntries, noExtras(sceneEntries)), v.title("Scene"))),
        v.minLength(1),
        v.maxLength(maxScenesPerCreative),
      ),
    ),
    bot: v.optional(v.objectWithRest(botEntries, noExtras(botEntries))),
  };
  const entries = {
    id: entityId,
    campaignId: identifier(),
    ...content,
    review: v.optional(reviewSchema),
    proposed: v.optional(v.objectWithRest(content, noExtras(content))),
  };
  return v.objectWithRest(entries, noExtras(entries));
}

/** A stored creative: URLs of local hosts are allowed. `format-blocks.ts` checks the scenes against the format. */
export const creativeSchema: Parser<Creative> = creativeWith(url);

/** A creative in production: URLs lead to public hosts. */
export const publicCreativeSchema: Parser<Creative> = creativeWith(publicUrl);
