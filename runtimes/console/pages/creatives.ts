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
    run: async (visit) => {
      const { query: sent } = visit;
      const query = { after: sent.get("after") ?? undefined, campaign: sent.get("campaign") ?? undefined };
      const read = await visit.call("list-creatives", listOf(creativeSchema), { query });
      if ("problem" in read) return read;
      const content = html`${actions(html`<a class="button primary" href="${visit.at("creatives/new")}">New creative</a>`)}${creativeTable(read.json.items, visit)}${pager(read.json.next, "creatives", visit)}`;
      const notice = visit.query.get("done") === "removed" ? "The creative was removed." : undefined;
      return { page: { title: "Creatives", section: "creatives", content, notice } };
    },
  },
  {
    method: "GET",
    path: "creatives/new",
    run: async (visit) => {
      const draft = newDraft(visit.query.get("campaign") ?? "", visit.query.get("format") ?? "card");
      return editor(visit, undefined, { draft });
    },
  },
  {
    method: "POST",
    path: "creatives/new",
    run: async (visit) => {
      const draft = draftSent(visit.form);
      const step = visit.form.get("do") ?? "save";
      if (step !== "save") return editor(visit, undefined, { draft: applyStep(draft, step) });
      const made = await visit.call("create-creative", creativeSchema, { body: creativeOf(draft) });
      if (!("problem" in made)) return { goTo: `creatives/${encodeURIComponent(made.json.id)}?done=created` };
      return editor(visit, undefined, { draft, errors: errorsOf(made) });
    },
  },
  {
    // What the card shows of what is being typed: the same reading of the form as when it is saved.
    method: "POST",
    path: "creatives/preview",
    run: async (visit) =>
      visit.may("create-creative")
        ? { response: respondJson(creativeOf(draftSent(visit.form))) }
        : { problem: "forbidden", detail: "This is for operator and advertiser." },
  },
  {
    method: "GET",
    path: "creatives/:id",
    run: async (visit) => {
      const read = await readCreative(visit);
      return "problem" in read
        ? read
        : editor(visit, read.json, { draft: draftOf(read.json), version: read.etag });
    },
  },
  {
    method: "POST",
    path: "creatives/:id",
    run: async (visit) => {
      const read = await readCreative(visit);
      if ("problem" in read) return read;
      const { id } = read.json;
      const draft = draftSent(visit.form);
      const version = visit.form.get("version") ?? "";
      const step = visit.form.get("do") ?? "save";
      if (step !== "save") return editor(visit, read.json, { draft: applyStep(draft, step), version });
      const { id: _, ...body } = creativeOf(draft);
      const saved = await visit.call("replace-creative", creativeSchema, { id, body, ifMatch: version });
      if (!("problem" in saved)) return { goTo: `creatives/${encodeURIComponent(id)}?done=saved` };
      return editor(visit, read.json, {
        draft,
        version,
        errors: errorsOf(saved),
      });
    },
  },
  {
    method: "POST",
    path: "creatives/:id/remove",
    run: async (visit) => {
      const ifMatch = visit.form.get("version") ?? "";
      const removed = await visit.raw("remove-creative", { id: visit.ids["id"] ?? "", ifMatch });
      return "problem" in removed ? removed : { goTo: "creatives?done=removed" };
    },
  },
];

function readCreative(visit: PageContext) {
  return visit.call("read-creative", creativeSchema, { id: visit.ids["id"] ?? "" });
}

interface Editing {
  readonly draft: CreativeDraft;
  readonly version?: string;
  readonly errors?: readonly FieldError[];
}

function editor(
  visit: PageContext,
  stored: Creative | undefined,
  { draft, version, errors = [] }: Editing,
): PageAnswer {
  if (!visit.may("create-creative"))
    return { problem: "forbidden", detail: "This is for operator and advertiser." };
  const path = stored === undefined ? "creatives/new" : `creatives/${encodeURIComponent(stored.id)}`;
  const save = html`<div class="buttons"><button class="primary" name="do" value="save">${stored === undefined ? "Create creative" : "Save"}</button></div>`;
  const form = postForm(
    visit,
    path,
    html`${version !== undefined && html`<input type="hidden" name="version" value="${version}">`}${creativeFields(draft, errors, stored === undefined)}${save}`,
    "card",
  );
  const done = visit.query.get("done");
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
            html`<a href="${visit.at(`campaigns/${encodeURIComponent(stored.campaignId)}`)}">${stored.campaignId}</a>`,
          ],
        ])
      }<div class="editor"><div data-editor data-preview="${visit.at("creatives/preview")}">${form}</div>${previews(draft)}</div>${
        stored !== undefined &&
        html`<section aria-labelledby="remove"><h2 id="remove">Remove</h2><p>Deliveries that were issued stay good.</p>${postForm(visit, `${path}/remove`, html`<input type="hidden" name="version" value="${version}"><div class="buttons"><button class="bad">Remove creative</button></div>`)}</section>`
      }`,
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}

/** The real card in the places where it will stand. The first can be played; the others follow it, to be looked at. */
function previews(draft: CreativeDraft): Html {
  const frames = [
    { name: "Wide", className: "", dir: "ltr" },
    { name: "Narrow", className: "narrow", dir: "ltr" },
    { name: "Dark", className: "dark", dir: "ltr" },
    { name: "Right to left", className: "narrow", dir: "rtl" },
  ];
  return html`<section class="previews" aria-labelledby="preview" data-creative="${JSON.stringify(creativeOf(draft))}"><h2 id="preview">Preview</h2>
<noscript><p class="hint">The preview needs JavaScript: it is the same card as on a site. Everything else works without.</p></noscript>
<p class="verdict" role="status" data-verdict></p>
<div class="frames scripted">${frames.map(({ name, className, dir }, index) => html`<div><h3>${name}</h3><div class="frame ${className}" dir="${dir}"${index > 0 && html` inert`} data-card></div></div>`)}</div></section>`;
}
