import type { Creative, SceneBlock, SceneButton } from "../../core/catalog/entities.ts";

/** Fields by name, as text. */
export type Texts = ReadonlyMap<string, string>;

export const blockKinds = ["text", "media", "gallery", "buttons"] as const;
export type BlockKind = (typeof blockKinds)[number];

/** A block in the editor: its own fields, and its items (pictures of a gallery, buttons). */
export interface DraftBlock {
  readonly kind: BlockKind;
  readonly own: Texts;
  readonly items: readonly Texts[];
}

export interface DraftScene {
  readonly id: string;
  readonly blocks: readonly DraftBlock[];
}

/** A creative in the editor: the typed texts, valid or not. */
export interface CreativeDraft {
  readonly head: Texts;
  readonly scenes: readonly DraftScene[];
}

export const headFields = [
  "id",
  "campaignId",
  "format",
  "language",
  "disclosure.text",
  "disclosure.url",
  "bot.text",
  "bot.buttonText",
  "bot.landingUrl",
] as const;

/** The fields of each kind of block, and of its items. */
export const ownFields: Readonly<Record<BlockKind, readonly string[]>> = {
  text: ["text", "role"],
  media: ["media_type", "url", "alt", "width", "height", "poster"],
  gallery: [],
  buttons: [],
};
export const itemFields: Readonly<Record<BlockKind, readonly string[]>> = {
  text: [],
  media: [],
  gallery: ["url", "alt", "width", "height", "title"],
  buttons: ["label", "style", "landingUrl", "goto", "answer"],
};
/** The name of the items in a creative. */
export const itemsKey: Readonly<Record<BlockKind, string>> = {
  text: "",
  media: "",
  gallery: "items",
  buttons: "buttons",
};

export function draftOf(creative: Creative): CreativeDraft {
  const { id, campaignId, format, language, disclosure, bot, scenes = [] } = creative;
  return {
    head: textsOf({
      id,
      campaignId,
      format,
      language,
      "disclosure.text": disclosure.text,
      "disclosure.url": disclosure.url,
      "bot.text": bot?.text,
      "bot.buttonText": bot?.buttonText,
      "bot.landingUrl": bot?.landingUrl,
    }),
    scenes: scenes.map((scene) => ({ id: scene.id, blocks: scene.blocks.map(blockOf) })),
  };
}

export function newDraft(campaignId: string, format: string): CreativeDraft {
  const block = (kind: BlockKind): DraftBlock => ({ kind, own: new Map(), items: [] });
  const button = { ...block("buttons"), items: [new Map([["style", "primary"]])] };
  const first: readonly DraftBlock[] = [block("text"), button];
  const withPicture = format === "image" || format === "card";
  return {
    head: textsOf({ campaignId, format, language: "en", "disclosure.text": "Advertisement" }),
    scenes:
      format === "bot" ? [] : [{ id: "start", blocks: withPicture ? [block("media"), ...first] : first }],
  };
}

function blockOf(block: SceneBlock): DraftBlock {
  const items: readonly (SceneButton | object)[] =
    block.kind === "buttons" ? block.buttons : block.kind === "gallery" ? block.items : [];
  return { kind: block.kind, own: textsOf(block), items: items.map(textsOf) };
}

function textsOf(fields: object): Texts {
  return new Map(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
}
