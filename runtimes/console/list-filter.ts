import { listSorts, listStatuses } from "../../core/management/entity-list.ts";
import type { EntityKind } from "../../core/storage/catalog-change.ts";
import { badge, postForm, table } from "./components.ts";
import { type Choice, selectField, textField } from "./fields.ts";
import { type Html, html } from "./html.ts";
import type { ListPage } from "./lists.ts";
import type { PageContext } from "./page-context.ts";

const archived = "archived";

/** Whether a list shows archived objects. */
export function isArchive({ query }: Pick<PageContext, "query">): boolean {
  return query.get("status") === archived;
}

const directions = ["ascending", "descending"] as const;

/** The query of the API for the filter of a list. A value that the form does not offer is ignored. */
export function filterQuery(
  kind: EntityKind,
  { query }: Pick<PageContext, "query">,
): Readonly<Record<string, string | undefined>> {
  const chosen = (name: string, offered: readonly string[]): string | undefined =>
    offered.find((one) => one === query.get(name));
  return {
    q: query.get("q") || undefined,
    status: chosen("status", listStatuses[kind]),
    archived: isArchive({ query }) ? "true" : undefined,
    sort: chosen("sort", listSorts[kind]),
    direction: chosen("direction", directions),
  };
}

const sortLabels: ReadonlyMap<string, string> = new Map([
  ["id", "ID"],
  ["publisherId", "Publisher"],
  ["campaignId", "Campaign"],
  ["priceMicros", "Price"],
  ["totalBudgetMicros", "Total budget"],
  ["dailyBudgetMicros", "Daily budget"],
]);

/** The form that searches, filters and sorts a list. `kept`: further parameters, which it keeps. */
export function filterForm(
  kind: EntityKind,
  section: string,
  kept: readonly string[],
  context: PageContext,
): Html {
  const value = (name: string): string => context.query.get(name) ?? "";
  const labelOf = (name: string): string => sortLabels.get(name) ?? capital(name);
  const statuses = [...listStatuses[kind], archived].map((status): Choice => [status, capital(status)]);
  const select = (name: string, label: string, choices: readonly Choice[]): Html =>
    selectField({ name, label, value: value(name), errors: [], choices });
  return html`<form method="get" action="${context.at(section)}" class="filters" role="search">
${kept.map((name) => context.query.has(name) && html`<input type="hidden" name="${name}" value="${value(name)}">`)}
${textField({ name: "q", label: "Search", value: value("q"), maxLength: 200, errors: [] })}
${select("status", "Status", [["", "All"], ...statuses])}
${select(
  "sort",
  "Sort by",
  listSorts[kind].map((name): Choice => [name, labelOf(name)]),
)}
${select(
  "direction",
  "Order",
  directions.map((name): Choice => [name, capital(name)]),
)}
<div class="buttons"><button>Show</button></div></form>`;
}

/** The number of objects that a list found, and of those on this page. */
export function countOf({ items, total = 0 }: ListPage<unknown>, kind: string, { count }: PageContext): Html {
  const noun = total === 1 ? kind : `${kind}s`;
  const shown =
    items.length < total ? `${count(items.length)} of ${count(total)} ${noun}` : `${count(total)} ${noun}`;
  return html`<p class="range" role="status">${shown}</p>`;
}

/** Archived objects, each with a button that restores it. */
export function archiveTable(
  kind: EntityKind,
  entities: readonly { readonly id: string; readonly name?: unknown }[],
  context: PageContext,
): Html {
  return table(
    `Archived ${kind}s`,
    ["Name", "ID", "Status", "Action"],
    entities.map(({ id, name }) => [
      typeof name === "string" ? name : id,
      html`<code>${id}</code>`,
      badge(archived),
      context.may(`restore-${kind}`) &&
        postForm(
          context,
          `${kind}s/${encodeURIComponent(id)}/restore`,
          html`<button aria-label="Restore ${typeof name === "string" ? name : id}">Restore</button>`,
        ),
    ]),
    `No archived ${kind}s.`,
  );
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
