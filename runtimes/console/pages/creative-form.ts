import { creativeSchema } from "../../../core/catalog/creative-schema.ts";
import { type FormatRule, formatRules } from "../../../core/catalog/format-blocks.ts";
import type { Principal } from "../../../core/management/principal.ts";
import type { Choice } from "../fields.ts";
import {
  type Fields,
  type Form,
  type GroupSpec,
  type ListSpec,
  moreWith,
  type Texts,
  type When,
} from "../forms/form.ts";
import { applyStep } from "../forms/list-steps.ts";
import { type Part, writeParts } from "../forms/part.ts";
import { slugOf } from "../propose-id.ts";
import { reviewFields } from "../review-note.ts";

const areScenes: When = (texts) => ruleOf(texts)?.scenes !== "one";
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
  goto: { label: "Next scene", when: areScenes },
  answer: { label: "Recorded as", when: areScenes },
};

const blocks: ListSpec = {
  item: "Block",
  className: "block",
  kindsIn: (texts) => ruleOf(texts)?.allowed,
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
  areMany: areScenes,
  fields: { id: { label: "Scene ID", seenWhen: areScenes, hint: "A button leads to it." }, blocks },
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

const formats: Readonly<Record<string, string>> = {
  text: "Text: a short text with a link",
  image: "Image: a picture or a video",
  response: "Response: an answer in a conversation",
  card: "Card: picture, text and a button",
  consent: "Consent: asks before it shows more",
  quiz: "Quiz: questions that lead to a result",
  bot: "Bot: a line in a message",
};

export const creativeForm = (campaigns: readonly Choice[] | undefined): Form => ({
  kind: "creative",
  schema: creativeSchema,
  fields: {
    campaignId: { label: "Campaign", options: campaigns },
    format: { label: "Format", choices: formats, redraws: true },
    language: { label: "Language", hint: "en, de-AT" },
    disclosure: {
      fields: { text: { label: "Disclosure", hint: "Always shown." }, url: "Page about the advertiser" },
    },
    bot,
    scenes,
    more: moreWith({ label: "Creative ID", hint: "campaign and the format" }),
  },
  kept: reviewFields,
  proposedId: ({ campaignId, format }) => slugOf(`${String(campaignId)}-${String(format)}`, "creative"),
});

function ruleOf(texts: Texts): FormatRule | undefined {
  return new Map<string | undefined, FormatRule>(Object.entries(formatRules)).get(texts.get("format"));
}

/** Adds the blocks that the chosen format needs, and the second scene. An empty creative begins anew. */
export function withNeededBlocks(parts: readonly Part[], texts: Texts): Texts {
  const rule = ruleOf(texts);
  if (rule === undefined) return texts;
  const scenesOf = (own: Texts): readonly string[] =>
    [...own.keys()].flatMap((name) => /^(scenes\[\d+\])\.id$/.exec(name)?.[1] ?? []);
  const isEmpty = [...texts].every(
    ([name, text]) => !name.startsWith("scenes") || text === "" || /\.(id|kind|media_type|style)$/.test(name),
  );
  const outer = [...texts].filter(([name]) => !isEmpty || !name.startsWith("scenes"));
  const fresh = { scenes: [{ id: "start", blocks: beginningOf(texts.get("format") ?? "") }] };
  const begun = isEmpty ? writeParts(parts, fresh).filter(([name]) => name.startsWith("scenes")) : [];
  let made: Texts = new Map([...outer, ...begun]);
  if (scenesOf(made).length === 0 || (rule.scenes === "many" && scenesOf(made).length < 2)) {
    made = applyStep(parts, made, "add scenes");
  }
  for (const scene of scenesOf(made)) {
    const start = `${scene}.blocks[`;
    const kinds = new Set(
      [...made].flatMap(([name, text]) =>
        name.startsWith(start) && /^\d+\]\.kind$/.test(name.slice(start.length)) ? [text] : [],
      ),
    );
    for (const need of rule.required) {
      const anyOf = [need].flat();
      if (!anyOf.some((kind) => kinds.has(kind)))
        made = applyStep(parts, made, `add ${scene}.blocks ${anyOf[0]}`);
    }
  }
  return made;
}

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
  return {
    campaignId: query.get("campaign") ?? "",
    format,
    language: "en",
    disclosure: { text },
    scenes: format === "bot" ? [] : [{ id: "start", blocks: beginningOf(format) }],
  };
}

function beginningOf(format: string): readonly object[] {
  const media = format === "image" || format === "card" ? [{ kind: "media" }] : [];
  return [...media, { kind: "text" }, { kind: "buttons", buttons: [{ style: "primary" }] }];
}
