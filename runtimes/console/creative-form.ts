import { buttonStyles, textRoles } from "../../core/contract/blocks.ts";
import { creativeFormats } from "../../core/contract/formats.ts";
import type { FieldError } from "../../core/contract/problem.ts";
import { fieldId } from "./components.ts";
import {
  blockKinds,
  type CreativeDraft,
  type DraftBlock,
  type DraftScene,
  itemFields,
  itemsKey,
  ownFields,
} from "./creative-draft.ts";
import { type Choice, selectField, textField } from "./fields.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

const labels: ReadonlyMap<string, string> = new Map([
  ["text", "Text"],
  ["role", "Role"],
  ["media_type", "Kind"],
  ["url", "Address"],
  ["alt", "Text alternative"],
  ["width", "Width, px"],
  ["height", "Height, px"],
  ["poster", "Still picture of a video"],
  ["title", "Title"],
  ["label", "Label"],
  ["style", "Look"],
  ["landingUrl", "Landing page"],
  ["goto", "Next scene"],
  ["answer", "Recorded as"],
]);
const blockLabels: Readonly<Record<DraftBlock["kind"], string>> = {
  text: "Text",
  media: "Picture or video",
  gallery: "Gallery",
  buttons: "Buttons",
};
const required = new Set(["text", "url", "alt", "width", "height", "label", "media_type"]);
const long = new Set(["text", "url", "alt", "landingUrl"]);
const choices: ReadonlyMap<string, readonly Choice[]> = new Map([
  ["role", [["", "none"], ...textRoles.map((role): Choice => [role, role])]],
  [
    "media_type",
    [
      ["image", "image"],
      ["video", "video"],
    ],
  ],
  ["style", [["", "standard"], ...buttonStyles.map((style): Choice => [style, style])]],
]);

/** The editor: a field for each value, named by its path in the creative, so that errors appear beside it. */
export function creativeFields(draft: CreativeDraft, errors: readonly FieldError[], isNew: boolean): Html {
  const { head, scenes } = draft;
  const field = (name: string, label: string, isRequired: boolean, hint?: string): Html =>
    textField({ name, label, value: head.get(name) ?? "", required: isRequired, errors, hint });
  const isBot = head.get("format") === "bot";
  return html`<button class="hidden" name="do" value="save" tabindex="-1" aria-hidden="true">Save</button>
<div class="pair">
${isNew && field("id", "Creative ID", true, "Letters, digits and _ . : - ; it cannot change.")}
${field("campaignId", "Campaign", true)}
${selectField({ name: "format", label: "Format", value: head.get("format") ?? "text", required: true, errors, choices: creativeFormats.map((format) => [format, format]) })}
${field("language", "Language", true, "en, de-AT")}
${field("disclosure.text", "Disclosure", true, "Always shown.")}
${field("disclosure.url", "Page about the advertiser", false)}
</div>
${
  isBot
    ? html`<fieldset id="${fieldId("bot")}" tabindex="-1"><legend>Line in a message</legend>${field("bot.text", "Text", true)}<div class="pair">${field("bot.buttonText", "Label of the button", true)}${field("bot.landingUrl", "Landing page", true)}</div></fieldset>`
    : html`<div id="${fieldId("scenes")}" tabindex="-1" class="scenes">${messagesAt("scenes", errors)}${scenes.map((scene, index) => sceneFields(scene, index, errors))}
${step("add-scene", "Add a scene", "Scenes are for consent and quiz: a button leads from one to the next.")}</div>`
}`;
}

function sceneFields({ id, blocks }: DraftScene, scene: number, errors: readonly FieldError[]): Html {
  const path = `scenes[${scene}]`;
  const adds = blockKinds.map((kind) =>
    step(`add-block ${scene} ${kind}`, `Add ${blockLabels[kind].toLowerCase()}`),
  );
  return html`<fieldset class="scene" id="${fieldId(path)}" tabindex="-1"><legend>Scene ${scene + 1}</legend>
${messagesAt(path, errors)}${messagesAt(`${path}.blocks`, errors)}
<div class="pair">${textField({ name: `${path}.id`, label: "Scene ID", value: id, required: true, errors })}<div class="buttons end">${step(`remove-scene ${scene}`, "Remove", undefined, `scene ${scene + 1}`)}</div></div>
${blocks.map((block, index) => blockFields(block, scene, index, errors))}
<div class="buttons">${adds}</div></fieldset>`;
}

function blockFields(block: DraftBlock, scene: number, index: number, errors: readonly FieldError[]): Html {
  const { kind, own, items } = block;
  const path = `scenes[${scene}].blocks[${index}]`;
  const itemPath = `${path}.${itemsKey[kind]}`;
  const name = `block ${index + 1} of scene ${scene + 1}`;
  return html`<fieldset class="block" id="${fieldId(path)}" tabindex="-1"><legend>${blockLabels[kind]}</legend><input type="hidden" name="${path}.kind" value="${kind}">
${messagesAt(path, errors)}
<div class="pair">${ownFields[kind].map((field) => oneField(`${path}.${field}`, field, own.get(field) ?? "", errors))}</div>
${items.map(
  (item, at) =>
    html`<fieldset class="item" id="${fieldId(`${itemPath}[${at}]`)}" tabindex="-1"><legend>${kind === "buttons" ? "Button" : "Picture"} ${at + 1}</legend>${messagesAt(`${itemPath}[${at}]`, errors)}<div class="pair">${itemFields[kind].map((field) => oneField(`${itemPath}[${at}].${field}`, field, item.get(field) ?? "", errors))}<div class="buttons end">${step(`remove-item ${scene} ${index} ${at}`, "Remove", undefined, `item ${at + 1} of ${name}`)}</div></div></fieldset>`,
)}
<div class="buttons">${itemsKey[kind] !== "" && step(`add-item ${scene} ${index}`, kind === "buttons" ? "Add a button" : "Add a picture")}${index > 0 && step(`raise-block ${scene} ${index}`, "Move up", undefined, name)}${step(`remove-block ${scene} ${index}`, "Remove block", undefined, name)}</div></fieldset>`;
}

function oneField(path: string, field: string, value: string, errors: readonly FieldError[]): Html {
  const frame = {
    name: path,
    label: labels.get(field) ?? field,
    value,
    required: required.has(field) ? ("api" as const) : undefined,
    errors,
  };
  const own = choices.get(field);
  if (own !== undefined) return selectField({ ...frame, choices: own });
  const isSize = field === "width" || field === "height";
  return textField({ ...frame, long: long.has(field), ...(isSize && { inputMode: "numeric" }) });
}

function step(value: string, label: string, hint?: string, of?: string): Html {
  return html`<button class="small" name="do" value="${value}" formnovalidate${hint !== undefined && html` title="${hint}"`}>${label}${of !== undefined && html`<span class="hidden"> ${of}</span>`}</button>`;
}

/** The errors of exactly this path. */
function messagesAt(path: string, errors: readonly FieldError[]): HtmlValue {
  const own = errors.filter((error) => error.path === path);
  return own.length > 0 && html`<p class="error">${own.map(({ message }) => message).join(" ")}</p>`;
}
