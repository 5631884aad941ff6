import { omittedErrors } from "../../core/contract/error-list.ts";
import type { FieldError } from "../../core/contract/problem.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import type { PageContext } from "./page-context.ts";

/** The labels of fields whose label differs from their name. */
const labels: ReadonlyMap<string, string> = new Map([
  ["id", "ID"],
  ["name", "Name"],
  ["credential", "Token or key"],
  ["priceMicros", "CPM"],
  ["totalBudgetMicros", "Total budget"],
  ["dailyBudgetMicros", "Daily budget"],
  ["startsAt", "Starts"],
  ["endsAt", "Ends"],
  ["timeZone", "Time zone"],
  ["frequencyCap.impressions", "Frequency cap: impressions per user"],
  ["frequencyCap.window", "Frequency cap: per window"],
  ["revenueShareBps", "Revenue share"],
  ["publisherId", "Publisher"],
  ["platform_id", "Platform ID"],
  ["url", "Address"],
  ["campaignId", "Campaign"],
  ["disclosure.text", "Disclosure"],
  ["disclosure.url", "Page about the advertiser"],
]);

/** The summary at the top of a refused form. Each error links to its field. */
export function errorSummary(errors: readonly FieldError[]): Html {
  return html`<div class="summary" role="alert" tabindex="-1" data-focus><h2>Nothing was changed</h2><ul>${errors.map(
    ({ path, message }) =>
      html`<li>${path === "" ? message : html`<a href="#${anchorOf(path)}">${labels.get(path) ?? path}</a>: ${message}`}</li>`,
  )}</ul></div>`;
}

export function notice(text: string): Html {
  return html`<p class="notice" role="status">${text}</p>`;
}

/** `scenes[0].id` → `field-scenes-0-id`. */
export function fieldId(path: string): string {
  return `field-${path.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "")}`;
}

/** The field, or the group of fields, that shows an error of the API. */
function anchorOf(path: string): string {
  if (path.startsWith("scenes")) return fieldId(path.replace(/\.(?:blocks|buttons|items)$/, ""));
  return fieldId(path.startsWith("phrases") ? "phrases" : path.replace(/\[.*$/s, ""));
}

/** The API's errors, for a form. The number of further errors comes last. */
export function errorsOf({ detail, errors, omitted = 0 }: ManagementProblem): readonly FieldError[] {
  if (errors === undefined) return [{ path: "", message: detail }];
  return omitted === 0 ? errors : [...errors, { path: "", message: omittedErrors(omitted) }];
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
