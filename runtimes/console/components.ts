import { type Html, type HtmlValue, html } from "./html.ts";
import type { PageContext } from "./page-context.ts";

export function notice(text: string): Html {
  return html`<p class="notice" role="status">${text}</p>`;
}

export interface Column {
  readonly label: string;
  readonly isNumber?: boolean;
}

const longWord = /\S{21,}/g;
const partsOfWord = /\S{1,16}/gu;

/** A text with places where its long words may break, so that no column grows as wide as a word. */
export function breakable(text: string): HtmlValue {
  const words = text.match(longWord);
  if (words === null) return text;
  return text.split(longWord).map((between, index) => {
    const parts = words[index]?.match(partsOfWord) ?? [];
    return [between, parts.map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)];
  });
}

/** A link to the page of an object, by its name. */
export function objectLink(
  { at }: Pick<PageContext, "at">,
  section: string,
  id: string,
  name: string = id,
): Html {
  return html`<a href="${at(`${section}/${encodeURIComponent(id)}`)}"${name !== id && html` title="${id}"`}>${breakable(name)}</a>`;
}

/** A table. The first cell of each row is its header. Long words of texts break. */
export function table(
  caption: string,
  columns: readonly (string | Column)[],
  rows: readonly (readonly HtmlValue[])[],
  whenEmpty = "Nothing here yet.",
  className = "",
): Html {
  if (rows.length === 0) return html`<p class="empty">${whenEmpty}</p>`;
  const all = columns.map((column): Column => (typeof column === "string" ? { label: column } : column));
  const numeric = (index: number): HtmlValue => all[index]?.isNumber === true && html` class="number"`;
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${caption}"><table class="${className}"><caption class="hidden">${caption}</caption>
<thead><tr>${all.map(({ label }, index) => html`<th scope="col"${numeric(index)}>${label}</th>`)}</tr></thead>
<tbody>${rows.map(
    (cells) =>
      html`<tr>${cells.map((own, index) => {
        const cell = typeof own === "string" ? breakable(own) : own;
        return index === 0 ? html`<th scope="row">${cell}</th>` : html`<td${numeric(index)}>${cell}</td>`;
      })}</tr>`,
  )}</tbody></table></div>`;
}

/** A list of names and values. */
export function facts(pairs: readonly (readonly [string, HtmlValue])[]): Html {
  return html`<dl class="facts">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function badge(text: string, tone: "good" | "quiet" | "bad" = "quiet"): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** The links to the pages before and after this one. Each is a parameter of the query and its cursor. */
export function pager(
  { previous, next }: { readonly previous: string | null; readonly next: string | null },
  path: string,
  context: PageContext,
): Html | undefined {
  const isStart = !context.query.has("after") && !context.query.has("before");
  if (next === null && previous === null && isStart) return undefined;
  const query = new URLSearchParams(context.query);
  for (const name of ["after", "before", "done"]) query.delete(name);
  const link = (name: string, cursor: string | null, text: string): HtmlValue => {
    if (cursor === null) return "";
    const own = new URLSearchParams(query);
    if (name !== "") own.set(name, cursor);
    return html`<a href="${context.at(path)}${own.size > 0 && `?${own.toString()}`}">${text}</a> `;
  };
  return html`<nav class="pager" aria-label="Pages">${!isStart && link("", "", "First page")}${link("before", previous, "Previous page")}${link("after", next, "Next page")}</nav>`;
}

/** A POST form. The token proves that a page of this session sent it. */
export function postForm(context: PageContext, path: string, content: HtmlValue, name?: string): Html {
  return html`<form method="post" action="${context.at(path)}"${name !== undefined && html` class="${name}"`}><input type="hidden" name="token" value="${context.formToken}">${content}</form>`;
}

/** Links and buttons beside a title. */
export function actions(...content: readonly HtmlValue[]): Html {
  return html`<div class="actions">${content}</div>`;
}
