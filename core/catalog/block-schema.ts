import * as v from "valibot";
import { buttonStyles, textRoles } from "../contract/blocks.ts";
import type { SceneBlock, SceneButton } from "./entities.ts";
import { identifier, integer, noExtras, type Parser, text } from "./fields.ts";
import {
  maxAltLength,
  maxAnswerLength,
  maxButtonsPerScene,
  maxGalleryItems,
  maxLabelLength,
  maxMediaPixels,
  maxNameLength,
  maxTextLength,
  minGalleryItems,
} from "./limits.ts";

const textEntries = {
  kind: v.literal("text"),
  text: text(maxTextLength),
  role: v.optional(v.picklist(textRoles)),
};

/** A block of a scene (contract.md §2.3). `url` parses its URLs. */
export function blockSchema(url: Parser<string>): Parser<SceneBlock> {
  const picture = {
    url,
    alt: text(maxAltLength),
    width: integer(1, maxMediaPixels),
    height: integer(1, maxMediaPixels),
  };
  const mediaEntries = {
    kind: v.literal("media"),
    media_type: v.picklist(["image", "video"]),
    ...picture,
    poster: v.optional(url),
  };
  const itemEntries = { ...picture, title: v.optional(text(maxNameLength)) };
  const galleryEntries = {
    kind: v.literal("gallery"),
    items: v.pipe(
      v.array(v.objectWithRest(itemEntries, noExtras(itemEntries))),
      v.minLength(minGalleryItems),
      v.maxLength(maxGalleryItems),
    ),
  };
  const buttonsEntries = {
    kind: v.literal("buttons"),
    buttons: v.pipe(v.array(buttonSchema(url)), v.minLength(1), v.maxLength(maxButtonsPerScene)),
  };
  return v.variant("kind", [
    v.objectWithRest(textEntries, noExtras(textEntries)),
    v.objectWithRest(mediaEntries, noExtras(mediaEntries)),
    v.objectWithRest(galleryEntries, noExtras(galleryEntries)),
    v.objectWithRest(buttonsEntries, noExtras(buttonsEntries)),
  ]);
}

function buttonSchema(url: Parser<string>): Parser<SceneButton> {
  const entries = {
    label: text(maxLabelLength),
    style: v.optional(v.picklist(buttonStyles)),
    goto: v.optional(identifier()),
    answer: v.optional(identifier(maxAnswerLength)),
    landingUrl: v.optional(url),
  };
  return v.pipe(
    v.objectWithRest(entries, noExtras(entries)),
    v.check(
      (button) => button.goto !== undefined || button.landingUrl !== undefined,
      "A button leads somewhere: add goto, landingUrl or both.",
    ),
  );
}
