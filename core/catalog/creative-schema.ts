import * as v from "valibot";
import { adFormats } from "../contract/formats.ts";
import { blockSchema } from "./block-schema.ts";
import type { Creative } from "./entities.ts";
import { entityId, identifier, languageTag, onlyThese, type Parser, publicUrl, text, url } from "./fields.ts";
import {
  maxBlocksPerScene,
  maxBotTextLength,
  maxDisclosureLength,
  maxLabelLength,
  maxScenesPerCreative,
} from "./limits.ts";

function creativeWith(anyUrl: Parser<string>): Parser<Creative> {
  const disclosureEntries = { text: text(maxDisclosureLength), url: v.optional(anyUrl) };
  const botEntries = { text: text(maxBotTextLength), buttonText: text(maxLabelLength), landingUrl: anyUrl };
  const sceneEntries = {
    id: identifier(),
    blocks: v.pipe(v.array(blockSchema(anyUrl)), v.minLength(1), v.maxLength(maxBlocksPerScene)),
  };
  const entries = {
    id: entityId,
    campaignId: identifier(),
    format: v.picklist([...adFormats, "bot"]),
    language: languageTag,
    disclosure: v.objectWithRest(disclosureEntries, onlyThese(disclosureEntries)),
    scenes: v.optional(
      v.pipe(
        v.array(v.objectWithRest(sceneEntries, onlyThese(sceneEntries))),
        v.minLength(1),
        v.maxLength(maxScenesPerCreative),
      ),
    ),
    bot: v.optional(v.objectWithRest(botEntries, onlyThese(botEntries))),
  };
  return v.objectWithRest(entries, onlyThese(entries));
}

/**
 * The shape of a creative; what its format asks of its scenes is in `format-blocks.ts`. It describes what is stored, so it
 * takes URLs of local hosts.
 */
export const creativeSchema: Parser<Creative> = creativeWith(url);

/** The shape of a creative that may be stored where nobody develops. */
export const publicCreativeSchema: Parser<Creative> = creativeWith(publicUrl);
