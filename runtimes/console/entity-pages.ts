import type * as v from "valibot";
import type { Principal } from "../../core/management/principal.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import { actions, pager, postForm } from "./components.ts";
import { conflictOf, saveOver } from "./edit-conflict.ts";
import { type Form, type Texts, textsSent } from "./forms/form.ts";
import { applyStep } from "./forms/list-steps.ts";
import { partsOf } from "./forms/object-part.ts";
import { drawForm, type Part, readParts, writeParts } from "./forms/part.ts";
import { isSearch } from "./forms/picker.ts";
import { type Html, html } from "./html.ts";
import { archiveTable, countOf, filterForm, filterQuery, isArchive } from "./list-filter.ts";
import { listOf } from "./lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "./page-context.ts";
import { proposals } from "./propose-id.ts";

/** The pages of one kind of object: their list, the form of a new one, and the page of each with the form that changes it. */
export interface EntityPages<T extends { readonly id: string }> {
  /** The name in the operations and paths of the API. */
  readonly kind: "publisher" | "platform" | "campaign" | "creative" | "topic" | "webhook";
  readonly answer: v.GenericSchema<unknown, T>;
  readonly form: Form | ((context: PageContext) => Form | Promise<Form>);
  readonly title: (entity: T) => string;
  readonly table: (entities: readonly T[], context: PageContext) => Html | Promise<Html>;
  /** The parameters of the list, beside `after`. */
  readonly filters?: readonly string[];
  /** The content above the list. */
  readonly above?: (context: PageContext) => Promise<Html>;
  /** The values of a new form. */
  readonly initial?: (query: URLSearchParams, principal: Principal) => unknown;
  /** The values of the form of an object. Default: the object's. */
  readonly edited?: (entity: T, principal: Principal) => unknown;
  /** Completes a form after a choice that decides which fields there are. */
  readonly redrawn?: (parts: readonly Part[], texts: Texts) => Texts;
  /** The notices after actions, by the name of the action in the query. */
  readonly notices?: Readonly<Record<string, string>>;
  /** The content of a page around its form. Default: the form. */
  readonly around?: (form: Html, editing: Editing<T>, context: PageContext) => Html | Promise<Html>;
  /** The pages of an object show its pictures. */
  readonly showsMedia?: boolean;
  /** The consequence of a removal. Absent: the pages do not remove. */
  readonly removal?: string;
}

export interface Editing<T> {
  /** Absent: the form is for a new object. */
  readonly entity: T | undefined;
  /** The version that the form changes. */
  readonly version: string;
  /** The current version. Empty for a new object. */
  readonly current: string;
  readonly parts: readonly Part[];
  readonly texts: Texts;
}

export function entityPages<T extends { readonly id: string }>(pages: EntityPages<T>): readonly PageRoute[] {
  const { kind, answer, table, filters = [], above, removal } = pages;
  const formOf = async (context: PageContext): Promise<Form> =>
    typeof pages.form === "function" ? pages.form(context) : pages.form;
  const section = `${kind}s`;
  const list: PageRoute["run"] = async (context) => {
    const value = (name: string): string | undefined => context.query.get(name) ?? undefined;
    const query = Object.fromEntries(["after", "before", ...filters].map((name) => [name, value(name)]));
    const isFiltered = kind !== "webhook";
    const call = { query: { ...query, ...(isFiltered && filterQuery(kind, context)) } };
    const found = await context.call(`list-${section}`, listOf(answer), call);
    if ("problem" in found) return found;
    const { items } = found.json;
    const add = html`<a class="button primary" href="${context.at(`${section}/new`)}">New ${kind}</a>`;
    const shown =
      isFiltered && isArchive(context) ? archiveTable(kind, items, context) : await table(items, context);
    const content = html`${await above?.(context)}${context.may(`create-${kind}`) && actions(add)}${isFiltered && filterForm(kind, section, filters, context)}${countOf(found.json, kind, context)}${shown}${pager(found.json, section, context)}`;
    const title = section.charAt(0).toUpperCase() + section.slice(1);
    return { page: { title, section, content, notice: noticeOf(pages, context) } };
  };
  const save = async (context: PageContext, editing: Editing<T>, form: Form): Promise<PageAnswer> => {
    const { entity, parts, texts, version } = editing;
    const kept = Object.entries(entity ?? {}).filter(([name]) => form.kept?.includes(name));
    const body = { ...Object.fromEntries(kept), ...readParts(parts, texts) };
    const [operation, done] = entity === undefined ? ["create", "created"] : ["replace", "saved"];
    const store = (own: object) =>
      context.call(`${operation}-${kind}`, answer, { id: entity?.id ?? "", body: own, ifMatch: version });
    const isProposed = entity === undefined && !("id" in body) && form.proposedId !== undefined;
    const [first, ...others] = isProposed
      ? proposals(form.proposedId(body), context.clock()).map((id) => ({ ...body, id }))
      : [body];
    let saved = await store(first ?? body);
    for (const other of others) {
      if (!("problem" in saved) || saved.problem !== "exists") break;
      saved = await store(other);
    }
    if ("problem" in saved) return editPage(pages, context, editing, saved);
    return { goTo: `${section}/${encodeURIComponent(saved.json.id)}?done=${done}` };
  };
  /** Shows a form, saves the sent one, or applies one of its steps. */
  const edit: PageRoute["run"] = async (context) => {
    const { id } = context.ids;
    const found = id === undefined ? undefined : await context.call(`read-${kind}`, answer, { id });
    if (found !== undefined && "problem" in found) return found;
    const entity = found?.json;
    const form = await formOf(context);
    const parts = partsOf(form, context.principal.role, entity === undefined);
    const texts = textsSent(context.form);
    const step = texts.get("do") ?? "save";
    const current = found?.etag ?? "";
    if (texts.size === 0) {
      const written = shownTexts(pages, { entity, parts }, context);
      return editPage(pages, context, { entity, parts, texts: written, version: current, current });
    }
    const version = texts.get(step === saveOver ? "current" : "version") ?? "";
    const editing = { entity, parts, texts, version, current };
    if ((step === "save" || step === saveOver) && !isSearch(texts)) return save(context, editing, form);
    const stepped = pages.redrawn !== undefined && step === "redraw" ? pages.redrawn(parts, texts) : texts;
    return editPage(pages, context, { ...editing, texts: applyStep(parts, stepped, step) });
  };
  const remove: PageRoute["run"] = async (context) => {
    const call = { id: context.ids["id"] ?? "", ifMatch: context.form.get("version") ?? "" };
    const removed = await context.raw(`remove-${kind}`, call);
    return "problem" in removed ? removed : { goTo: `${section}?done=removed` };
  };
  const restore: PageRoute["run"] = async (context) => {
    const restored = await context.call(`restore-${kind}`, answer, { id: context.ids["id"] ?? "" });
    if ("problem" in restored) return restored;
    return { goTo: `${section}/${encodeURIComponent(restored.json.id)}?done=restored` };
  };
  return [
    { method: "GET", path: section, run: list },
    { method: "GET", path: `${section}/new`, run: edit },
    { method: "POST", path: `${section}/new`, run: edit },
    { method: "GET", path: `${section}/:id`, run: edit },
    { method: "POST", path: `${section}/:id`, run: edit },
    ...(removal === undefined
      ? []
      : [{ method: "POST", path: `${section}/:id/remove`, run: remove } as const]),
    ...(kind === "webhook"
      ? []
      : [{ method: "POST", path: `${section}/:id/restore`, run: restore } as const]),
  ];
}

/** The texts of the form of an object as it is stored, or of a new one. */
function shownTexts<T extends { readonly id: string }>(
  { initial, edited }: EntityPages<T>,
  { entity, parts }: Pick<Editing<T>, "entity" | "parts">,
  { principal, query }: PageContext,
): Texts {
  const value = entity === undefined ? initial?.(query, principal) : (edited?.(entity, principal) ?? entity);
  return new Map(writeParts(parts, value));
}

function noticeOf({ kind, notices }: Pick<EntityPages<never>, "kind" | "notices">, { query }: PageContext) {
  const removed = kind === "webhook" ? "The webhook was removed." : `The ${kind} was archived.`;
  const usual = {
    created: `The ${kind} was created.`,
    saved: "Saved.",
    removed,
    restored: `The ${kind} was restored.`,
  };
  return new Map(Object.entries({ ...usual, ...notices })).get(query.get("done") ?? "");
}

async function editPage<T extends { readonly id: string }>(
  pages: EntityPages<T>,
  context: PageContext,
  editing: Editing<T>,
  refused?: ManagementProblem,
): Promise<PageAnswer> {
  const { entity, parts, texts, version } = editing;
  const { kind, title, around, removal, showsMedia } = pages;
  if (!context.may(`create-${kind}`)) return context.refusal(`create-${kind}`);
  const path = `${kind}s/${entity === undefined ? "new" : encodeURIComponent(entity.id)}`;
  const hidden = html`<input type="hidden" name="version" value="${version}">`;
  const { fields, errors } = drawForm(parts, texts, refused);
  const conflict =
    refused?.problem === "changed_meanwhile" &&
    conflictOf(editing, shownTexts(pages, editing, context), context.at(path));
  // Enter presses the first button of a form.
  const form = postForm(
    context,
    path,
    html`<button class="hidden" name="do" value="save" tabindex="-1" aria-hidden="true">Save</button>${hidden}${conflict}<div class="pair">${fields}</div><div class="buttons"><button class="primary" name="do" value="save">${entity === undefined ? `Create ${kind}` : "Save"}</button></div>`,
    "card",
  );
  const content = (await around?.(form, editing, context)) ?? form;
  const remove =
    removal !== undefined &&
    entity !== undefined &&
    removalOf(
      kind,
      removal,
      postForm(
        context,
        `${path}/remove`,
        html`${hidden}<div class="buttons"><button class="bad">${verbOf(kind)} ${kind}</button></div>`,
      ),
    );
  return {
    page: {
      title: entity === undefined ? `New ${kind}` : title(entity),
      section: `${kind}s`,
      content: html`${content}${remove}`,
      errors,
      notice: noticeOf(pages, context),
      showsMedia,
    },
  };
}

function verbOf(kind: string): string {
  return kind === "webhook" ? "Remove" : "Archive";
}

function removalOf(kind: string, consequence: string, form: Html): Html {
  return html`<section aria-labelledby="remove"><h2 id="remove">${verbOf(kind)}</h2><p>${consequence}</p>${form}</section>`;
}
