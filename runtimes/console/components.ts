import { type Html, type HtmlValue, html } from "./html.ts";
import type { PageContext } from "./page-context.ts";

export function notice(text: string): Html {
  return html`<p class="notice" role="status">${text}</p>`;
}

export interface Column {
  readonly label: string;
  readonly isNumber?: boolean;
}

/** A table. The first cell of each row is its header. */
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
      html`<tr>${cells.map((cell, index) =>
        index === 0 ? html`<th scope="row">${cell}</th>` : html`<td${numeric(index)}>${cell}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}

/** A list of names and values. */
export function facts(pairs: readonly (readonly [string, HtmlValue])[]): Html {
  return html`<dl class="facts">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function badge(text: string, tone: "good" | "quiet" | "bad" = "quiet"): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** The link to the next page of a list. */
export function pager(next: string | null, path: string, context: PageContext): Html | undefined {
  if (next === null) return undefined;
  const query = new URLSearchParams(context.query);
  query.set("after", next);
  return html`<nav class="pager" aria-label="Pages"><a href="${context.at(path)}?${query.toString()}">Next page</a></nav>`;
}

/** A POST form. The token proves that a page of this session sent it. */
export function postForm(context: PageContext, path: string, content: HtmlValue, name?: string): Html {
  return html`<form method="post" action="${context.at(path)}"${name !== undefined && html` class="${name}"`}><input type="hidden" name="token" value="${context.formToken}">${content}</form>`;
}

/** Links and buttons beside a title. */
export function actions(...content: readonly HtmlValue[]): Html {
  return html`<div class="actions">${content}</div>`;
}
