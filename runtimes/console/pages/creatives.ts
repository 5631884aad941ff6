import { creativeSchema } from "../../../core/catalog/creative-schema.ts";
import type { Creative } from "../../../core/catalog/entities.ts";
import { facts } from "../components.ts";
import { type Editing, entityPages } from "../entity-pages.ts";
import { textsSent } from "../forms/form.ts";
import { partsOf } from "../forms/object-part.ts";
import { type Body, readParts } from "../forms/part.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { optionsOf } from "../pick-options.ts";
import { respondJson } from "../respond.ts";
import { editedBy, reviewNote } from "../review-note.ts";
import { creativeForm, newCreative, withNeededBlocks } from "./creative-form.ts";
import { creativeTable } from "./creative-table.ts";

export const creativePages: readonly PageRoute[] = [
  {
    // The preview of the edited creative: reads the form as saving does.
    method: "POST",
    path: "creatives/preview",
    run: async (context) => {
      if (!context.may("create-creative")) return context.refusal("create-creative");
      const parts = partsOf(creativeForm(undefined), context.principal.role, true);
      return { response: respondJson(readParts(parts, textsSent(context.form))) };
    },
  },
  ...entityPages({
    kind: "creative",
    form: async (context) => creativeForm(await optionsOf(context, "campaigns")),
    redrawn: withNeededBlocks,
    answer: creativeSchema,
    title: ({ id }) => `Creative ${id}`,
    table: creativeTable,
    filters: ["campaign"],
    initial: newCreative,
    edited: editedBy,
    around: editor,
    showsMedia: true,
    removal: "It is not shown any more. Issued deliveries stay valid.",
  }),
];

function editor(form: Html, { entity, parts, texts }: Editing<Creative>, { at }: PageContext): Html {
  return html`${
    entity !== undefined &&
    html`${reviewNote(entity)}${facts([
      ["ID", html`<code data-copy>${entity.id}</code>`],
      [
        "Campaign",
        html`<a href="${at(`campaigns/${encodeURIComponent(entity.campaignId)}`)}">${entity.campaignId}</a>`,
      ],
    ])}`
  }<div class="editor"><div data-editor data-preview="${at("creatives/preview")}">${form}</div>${previews(readParts(parts, texts))}</div>`;
}

/** The real card in several environments. The first one is interactive, the others follow it. */
function previews(creative: Body): Html {
  const frames = [
    { name: "Wide", className: "", dir: "ltr" },
    { name: "Narrow", className: "narrow", dir: "ltr" },
    { name: "Dark", className: "dark", dir: "ltr" },
    { name: "Right to left", className: "narrow", dir: "rtl" },
  ];
  return html`<section class="previews" aria-labelledby="preview" data-creative="${JSON.stringify(creative)}"><h2 id="preview">Preview</h2>
<noscript><p class="hint">The preview needs JavaScript, because it is the same card as on a site. Everything else works without.</p></noscript>
<p class="verdict" role="status" data-verdict></p>
<div class="frames scripted">${frames.map(({ name, className, dir }, index) => html`<div><h3>${name}</h3><div class="frame ${className}" dir="${dir}"${index > 0 && html` inert`} data-card></div></div>`)}</div></section>`;
}
