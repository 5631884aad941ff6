import { creativeSchema } from "../../../core/catalog/creative-schema.ts";
import type { Principal } from "../../../core/management/principal.ts";
import { type Fields, type Form, type GroupSpec, idHint, type ListSpec, type Texts } from "../forms/form.ts";
import { reviewFields } from "../review-note.ts";

const isBot = (texts: Texts): boolean => texts.get("format") === "bot";

const picture: Fields = {
  url: { label: "Address", long: true },
  alt: { label: "Text alternative", long: true },
  width: "Width, px",
  height: "Height, px",
};

const button: Fields = {
  label: "Label",
  style: { label: "Look", choices: { "": "standard" } },
  landingUrl: { label: "Landing page", long: true },
  goto: "Next scene",
  answer: "Recorded as",
};

const blocks: ListSpec = {
  item: "Block",
  className: "block",
  kinds: {
    text: {
      label: "Text",
      fields: { text: { label: "Text", long: true }, role: { label: "Role", choices: { "": "none" } } },
    },
    media: {
      label: "Picture or video",
      fields: { media_type: "Kind", ...picture, poster: "Still picture of a video" },
    },
    gallery: {
      label: "Gallery",
      fields: { items: { item: "Picture", fields: { ...picture, title: "Title" } } },
    },
    buttons: { label: "Buttons", fields: { buttons: { item: "Button", fields: button } } },
  },
};

const scenes: ListSpec = {
  item: "Scene",
  className: "scene",
  when: (texts) => !isBot(texts),
  hint: "Several scenes are for consent and quiz: a button leads from one to the next.",
  fields: { id: "Scene ID", blocks },
  added: (texts) => ({ id: newSceneId(texts) }),
};

const bot: GroupSpec = {
  legend: "Line in a message",
  when: isBot,
  fields: {
    text: { label: "Text", long: true, required: true },
    buttonText: { label: "Label of the button", required: true },
    landingUrl: { label: "Landing page", required: true },
  },
};

export const creativeForm: Form = {
  kind: "creative",
  schema: creativeSchema,
  fields: {
    id: { label: "Creative ID", hint: idHint },
    campaignId: "Campaign",
    format: "Format",
    language: { label: "Language", hint: "en, de-AT" },
    disclosure: {
      fields: { text: { label: "Disclosure", hint: "Always shown." }, url: "Page about the advertiser" },
    },
    bot,
    scenes,
  },
  kept: reviewFields,
};

function newSceneId(texts: Texts): string {
  const taken = new Set([...texts].flatMap(([name, text]) => (name.endsWith("].id") ? [text] : [])));
  let number = 2;
  while (taken.has(`scene-${number}`)) number += 1;
  return `scene-${number}`;
}

/** A new creative: the blocks that its format begins with. */
export function newCreative(query: URLSearchParams, principal: Principal): unknown {
  const text = principal.role === "advertiser" ? `Ad by ${principal.advertiser}` : "Advertisement";
  const format = query.get("format") ?? "card";
  const media = format === "image" || format === "card" ? [{ kind: "media" }] : [];
  const first = [...media, { kind: "text" }, { kind: "buttons", buttons: [{ style: "primary" }] }];
  return {
    campaignId: query.get("campaign") ?? "",
    format,
    language: "en",
    disclosure: { text },
    scenes: format === "bot" ? [] : [{ id: "start", blocks: first }],
  };
}
