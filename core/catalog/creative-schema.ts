import * as v from "valibot";
import { adFormats } from "../contract/formats.ts";
import { blockSchema } from "./block-schema.ts";
import type { Creative } from "./entities.ts";
import { entityId, identifier, languageTag, onlyThese, type Parser, text, url } from "./fields.ts";
import {
  maxBlocksPerScene,
  maxBotTextLength,
  maxDisclosureLength,
  maxLabelLength,
  maxScenesPerCreative,
} from "./limits.ts";

const disclosureEntries = { text: text(maxDisclosureLength), url: v.optional(url) };

const botEntries = { text: text(maxBotTextLength), buttonText: text(maxLabelLength), landingUrl: url };

const sceneEntries = {
  id: identifier(),
  blocks: v.pipe(v.array(blockSchema), v.minLength(1), v.maxLength(maxBlocksPerScene)),
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

/** The shape of a creative; what its format asks of its scenes is in `format-blocks.ts`. */
export const creativeSchema: Parser<Creative> = v.objectWithRest(entries, onlyThese(entries));
