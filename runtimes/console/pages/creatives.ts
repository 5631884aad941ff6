import { creativeSchema } from "../../../core/catalog/creative-schema.ts";
import type { Creative } from "../../../core/catalog/entities.ts";
import type { FieldError } from "../../../core/contract/problem.ts";
import { actions, errorsOf, facts, pager, postForm } from "../components.ts";
import { type CreativeDraft, draftOf, newDraft } from "../creative-draft.ts";
import { creativeFields } from "../creative-form.ts";
import { creativeOf, draftSent } from "../creative-sent.ts";
import { applyStep } from "../creative-steps.ts";
import { type Html, html } from "../html.ts";
import { listOf } from "../lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";
import { respondJson } from "../respond.ts";
import { creativeTable } from "./creative-table.ts";

export const creativePages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "creatives",
    run: async (context) => {
      const { query: sent } = context;
      const query = { after: sent.get("after") ?? undefined, campaign: sent.get("campaign") ?? undefined };
      const read = await context.call("list-creatives", listOf(creativeSchema), { query });
      if ("problem" in read) return read;
      const content = html`${actions(html`<a class="button primary" href="${context.at("creatives/new")}">New creative</a>`)}${creativeTable(read.json.items, context)}${pager(read.json.next, "creatives", context)}`;
      const notice = context.query.get("done") === "removed" ? "The creative was removed." : undefined;
      return { page: { title: "Creatives", section: "creatives", content, notice } };
    },
  },
  {
    method: "GET",
    path: "creatives/new",
    run: async (context) => {
      const draft = newDraft(context.query.get("campaign") ?? "", context.query.get("format") ?? "card");
      return editor(context, undefined, { draft });
    },
  },
  {
    method: "POST",
    path: "creatives/new",
    run: async (context) => {
      const draft = draftSent(context.form);
      const step = context.form.get("do") ?? "save";
      if (step !== "save") return editor(context, undefined, { draft: applyStep(draft, step) });
      const made = await context.call("create-creative", creativeSchema, { body: creativeOf(draft) });
      if (!("problem" in made)) return { goTo: `creatives/${encodeURIComponent(made.json.id)}?done=created` };
      return editor(context, undefined, { draft, errors: errorsOf(made) });
    },
  },
  {
    // The preview of the edited creative: reads the form as saving does.
    method: "POST",
    path: "creatives/preview",
    run: async (context) =>
      context.may("create-creative")
        ? { response: respondJson(creativeOf(draftSent(context.form))) }
        : { problem: "forbidden", detail: "Only operators and advertisers may do this." },
  },
  {
    method: "GET",
    path: "creatives/:id",
    run: async (context) => {
      const read = await readCreative(context);
      return "problem" in read
        ? read
        : editor(context, read.json, { draft: draftOf(read.json), version: read.etag });
    },
  },
  {
    method: "POST",
    path: "creatives/:id",
    run: async (context) => {
      const read = await readCreative(context);
      if ("problem" in read) return read;
      const { id } = read.json;
      const draft = draftSent(context.form);
      const version = context.form.get("version") ?? "";
      const step = context.form.get("do") ?? "save";
      if (step !== "save") return editor(context, read.json, { draft: applyStep(draft, step), version });
      const { id: _, ...body } = creativeOf(draft);
      const saved = await context.call("replace-creative", creativeSchema, { id, body, ifMatch: version });
      if (!("problem" in saved)) return { goTo: `creatives/${encodeURIComponent(id)}?done=saved` };
      return editor(context, read.json, {
        draft,
        version,
        errors: errorsOf(saved),
      });
    },
  },
  {
    method: "POST",
    path: "creatives/:id/remove",
    run: async (context) => {
      const ifMatch = context.form.get("version") ?? "";
      const removed = await context.raw("remove-creative", { id: context.ids["id"] ?? "", ifMatch });
      return "problem" in removed ? removed : { goTo: "creatives?done=removed" };
    },
  },
];

function readCreative(context: PageContext) {
  return context.call("read-creative", creativeSchema, { id: context.ids["id"] ?? "" });
}

interface Editing {
  readonly draft: CreativeDraft;
  readonly version?: string;
  readonly errors?: readonly FieldError[];
}

function editor(
  context: PageContext,
  stored: Creative | undefined,
  { draft, version, errors = [] }: Editing,
): PageAnswer {
  if (!context.may("create-creative"))
    return { problem: "forbidden", detail: "Only operators and advertisers may do this." };
  const path = stored === undefined ? "creatives/new" : `creatives/${encodeURIComponent(stored.id)}`;
  const save = html`<div class="buttons"><button class="primary" name="do" value="save">${stored === undefined ? "Create creative" : "Save"}</button></div>`;
  const form = postForm(
    context,
    path,
    html`${version !== undefined && html`<input type="hidden" name="version" value="${version}">`}${creativeFields(draft, errors, stored === undefined)}${save}`,
    "card",
  );
  const done = context.query.get("done");
  return {
    page: {
      title: stored === undefined ? "New creative" : `Creative ${stored.id}`,
      section: "creatives",
      errors,
      notice: done === "created" ? "The creative was created." : done === "saved" ? "Saved." : undefined,
      content: html`${
        stored !== undefined &&
        facts([
          ["ID", html`<code data-copy>${stored.id}</code>`],
          [
            "Campaign",
            html`<a href="${context.at(`campaigns/${encodeURIComponent(stored.campaignId)}`)}">${stored.campaignId}</a>`,
          ],
        ])
      }<div class="editor"><div data-editor data-preview="${context.at("creatives/preview")}">${form}</div>${previews(draft)}</div>${
        stored !== undefined &&
        html`<section aria-labelledby="remove"><h2 id="remove">Remove</h2><p>Issued deliveries stay valid.</p>${postForm(context, `${path}/remove`, html`<input type="hidden" name="version" value="${version}"><div class="buttons"><button class="bad">Remove creative</button></div>`)}</section>`
      }`,
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}

/** The real card in several environments. The first one is interactive, the others follow it. */
function previews(draft: CreativeDraft): Html {
  const frames = [
    { name: "Wide", className: "", dir: "ltr" },
    { name: "Narrow", className: "narrow", dir: "ltr" },
    { name: "Dark", className: "dark", dir: "ltr" },
    { name: "Right to left", className: "narrow", dir: "rtl" },
  ];
  return html`<section class="previews" aria-labelledby="preview" data-creative="${JSON.stringify(creativeOf(draft))}"><h2 id="preview">Preview</h2>
<noscript><p class="hint">The preview needs JavaScript, because it is the same card as on a site. Everything else works without.</p></noscript>
<p class="verdict" role="status" data-verdict></p>
<div class="frames scripted">${frames.map(({ name, className, dir }, index) => html`<div><h3>${name}</h3><div class="frame ${className}" dir="${dir}"${index > 0 && html` inert`} data-card></div></div>`)}</div></section>`;
}
