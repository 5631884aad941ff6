import * as v from "valibot";
import { auditKinds } from "../../../core/storage/audit-store.ts";
import { badge, breakable, table } from "../components.ts";
import { selectField, textField } from "../fields.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { moment } from "../times.ts";

const pageSize = "50";

const answer = v.object({
  items: v.array(
    v.object({
      id: v.number(),
      at: v.string(),
      actor: v.string(),
      action: v.string(),
      kind: v.string(),
      entityId: v.string(),
      changes: v.unknown(),
    }),
  ),
  next: v.nullable(v.number()),
});
const change = v.array(
  v.object({ path: v.string(), from: v.optional(v.unknown()), to: v.optional(v.unknown()) }),
);

export const auditPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "audit",
    run: async (context) => {
      const value = (name: string): string => context.query.get(name) ?? "";
      const query = {
        limit: pageSize,
        kind: value("kind") || undefined,
        entityId: value("entityId") || undefined,
        before: value("before") || undefined,
      };
      const read = await context.call("read-audit", answer, { query });
      if ("problem" in read) return read;
      const { items, next } = read.json;
      const older = new URLSearchParams(context.query);
      if (next !== null) older.set("before", String(next));
      const content = html`<form method="get" action="${context.at("audit")}" class="filters">
${selectField({ name: "kind", label: "Kind", value: value("kind"), errors: [], choices: [["", "All"], ...auditKinds.map((kind) => [kind, kind.replace("_", " ")] as const)] })}
${textField({ name: "entityId", label: "ID", value: value("entityId"), errors: [] })}
<div class="buttons"><button>Show</button></div></form>
${table(
  "Changes, newest first",
  ["Time", "Actor", "Action", "Object", "Changes"],
  items.map((one) => [
    moment(one.at),
    one.actor,
    badge(one.action.replaceAll("_", " ")),
    html`${one.kind.replace("_", " ")} <code>${breakable(one.entityId)}</code>`,
    changesOf(one.changes, context),
  ]),
  "No changes yet.",
)}
${next !== null && html`<nav class="pager" aria-label="Pages"><a href="${context.at("audit")}?${older.toString()}">Older</a></nav>`}`;
      return { page: { title: "Audit trail", section: "audit", content } };
    },
  },
];

const maxShown = 80;

function changesOf(changes: unknown, { money }: PageContext): Html | string {
  const read = v.safeParse(change, changes);
  if (!read.success || read.output.length === 0) return "–";
  const shown = (path: string, value: unknown): string => money.field(path, value) ?? short(value);
  return html`<ul class="changes">${read.output.map(
    ({ path, from, to }) =>
      html`<li><b>${path === "" ? "all" : path}</b> ${from !== undefined && html`<del>${shown(path, from)}</del> `}${to !== undefined && html`<ins>${shown(path, to)}</ins>`}</li>`,
  )}</ul>`;
}

function short(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text;
}
