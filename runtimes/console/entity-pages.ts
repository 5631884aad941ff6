import type * as v from "valibot";
import type { Principal } from "../../core/management/principal.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import { actions, pager, postForm } from "./components.ts";
import { type Form, type Texts, textsSent } from "./forms/form.ts";
import { applyStep } from "./forms/list-steps.ts";
import { partsOf } from "./forms/object-part.ts";
import { drawForm, type Part, readParts, writeParts } from "./forms/part.ts";
import { type Html, html } from "./html.ts";
import { listOf } from "./lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "./page-context.ts";

/** The pages of one kind of object: their list, the form of a new one, and the page of each with the form that changes it. */
export interface EntityPages<T extends { readonly id: string }> {
  /** The name in the operations and paths of the API. */
  readonly kind: "publisher" | "platform" | "campaign" | "creative" | "topic" | "webhook";
  readonly answer: v.GenericSchema<unknown, T>;
  readonly form: Form | ((context: PageContext) => Form);
  readonly title: (entity: T) => string;
  readonly table: (entities: readonly T[], context: PageContext) => Html;
  /** The parameters of the list, beside `after`. */
  readonly filters?: readonly string[];
  /** The content above the list. */
  readonly above?: (context: PageContext) => Promise<Html>;
  /** The values of a new form. */
  readonly initial?: (query: URLSearchParams, principal: Principal) => unknown;
  /** The values of the form of an object. Default: the object's. */
  readonly edited?: (entity: T, principal: Principal) => unknown;
  /** The notices after actions, by the name of the action in the query. */
  readonly notices?: Readonly<Record<string, string>>;
  /** The content of a page around its form. Default: the form. */
  readonly around?: (form: Html, editing: Editing<T>, context: PageContext) => Html | Promise<Html>;
  /** The consequence of a removal. Absent: the pages do not remove. */
  readonly removal?: string;
}

export interface Editing<T> {
  /** Absent: the form is for a new object. */
  readonly entity: T | undefined;
  readonly version: string;
  readonly parts: readonly Part[];
  readonly texts: Texts;
}

export function entityPages<T extends { readonly id: string }>(pages: EntityPages<T>): readonly PageRoute[] {
  const { kind, answer, table, filters = [], above, initial, edited, removal } = pages;
  const formOf = (context: PageContext): Form =>
    typeof pages.form === "function" ? pages.form(context) : pages.form;
  const section = `${kind}s`;
  const list: PageRoute["run"] = async (context) => {
    const names = ["after", ...filters];
    const query = Object.fromEntries(names.map((name) => [name, context.query.get(name) ?? undefined]));
    const found = await context.call(`list-${section}`, listOf(answer), { query });
    if ("problem" in found) return found;
    const { items, next } = found.json;
    const add = html`<a class="button primary" href="${context.at(`${section}/new`)}">New ${kind}</a>`;
    const content = html`${await above?.(context)}${context.may(`create-${kind}`) && actions(add)}${table(items, context)}${pager(next, section, context)}`;
    const title = section.charAt(0).toUpperCase() + section.slice(1);
    return { page: { title, section, content, notice: noticeOf(pages, context) } };
  };
  const save = async (context: PageContext, editing: Editing<T>): Promise<PageAnswer> => {
    const { entity, parts, texts, version } = editing;
    const kept = Object.entries(entity ?? {}).filter(([name]) => formOf(context).kept?.includes(name));
    const body = { ...Object.fromEntries(kept), ...readParts(parts, texts) };
    const [operation, done] = entity === undefined ? ["create", "created"] : ["replace", "saved"];
    const call = { id: entity?.id ?? "", body, ifMatch: version };
    const saved = await context.call(`${operation}-${kind}`, answer, call);
    if ("problem" in saved) return editPage(pages, context, editing, saved);
    return { goTo: `${section}/${encodeURIComponent(saved.json.id)}?done=${done}` };
  };
  /** Shows a form, saves the sent one, or applies one of its steps. */
  const edit: PageRoute["run"] = async (context) => {
    const { id } = context.ids;
    const found = id === undefined ? undefined : await context.call(`read-${kind}`, answer, { id });
    if (found !== undefined && "problem" in found) return found;
    const entity = found?.json;
    const parts = partsOf(formOf(context), context.principal.role, entity === undefined);
    const texts = textsSent(context.form);
    const step = texts.get("do") ?? "save";
    if (texts.size === 0) {
      const { principal, query } = context;
      const value =
        entity === undefined ? initial?.(query, principal) : (edited?.(entity, principal) ?? entity);
      const written = new Map(writeParts(parts, value));
      return editPage(pages, context, { entity, parts, texts: written, version: found?.etag ?? "" });
    }
    const editing = { entity, parts, texts, version: texts.get("version") ?? "" };
    if (step === "save") return save(context, editing);
    return editPage(pages, context, { ...editing, texts: applyStep(parts, texts, step) });
  };
  const remove: PageRoute["run"] = async (context) => {
    const call = { id: context.ids["id"] ?? "", ifMatch: context.form.get("version") ?? "" };
    const removed = await context.raw(`remove-${kind}`, call);
    return "problem" in removed ? removed : { goTo: `${section}?done=removed` };
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
  ];
}

function noticeOf({ kind, notices }: Pick<EntityPages<never>, "kind" | "notices">, { query }: PageContext) {
  const usual = { created: `The ${kind} was created.`, saved: "Saved.", removed: `The ${kind} was removed.` };
  return new Map(Object.entries({ ...usual, ...notices })).get(query.get("done") ?? "");
}

async function editPage<T extends { readonly id: string }>(
  pages: EntityPages<T>,
  context: PageContext,
  editing: Editing<T>,
  refused?: ManagementProblem,
): Promise<PageAnswer> {
  const { entity, parts, texts, version } = editing;
  const { kind, title, around, removal } = pages;
  if (!context.may(`create-${kind}`)) return context.refusal(`create-${kind}`);
  const path = `${kind}s/${entity === undefined ? "new" : encodeURIComponent(entity.id)}`;
  const hidden = html`<input type="hidden" name="version" value="${version}">`;
  const { fields, errors } = drawForm(parts, texts, refused);
  // Enter presses the first button of a form.
  const form = postForm(
    context,
    path,
    html`<button class="hidden" name="do" value="save" tabindex="-1" aria-hidden="true">Save</button>${hidden}<div class="pair">${fields}</div><div class="buttons"><button class="primary" name="do" value="save">${entity === undefined ? `Create ${kind}` : "Save"}</button></div>`,
    "card",
  );
  const content = (await around?.(form, editing, context)) ?? form;
  const remove =
    removal !== undefined &&
    entity !== undefined &&
    html`<section aria-labelledby="remove"><h2 id="remove">Remove</h2><p>${removal}</p>${postForm(context, `${path}/remove`, html`${hidden}<div class="buttons"><button class="bad">Remove ${kind}</button></div>`)}</section>`;
  return {
    page: {
      title: entity === undefined ? `New ${kind}` : title(entity),
      section: `${kind}s`,
      content: html`${content}${remove}`,
      errors,
      notice: noticeOf(pages, context),
    },
  };
}
