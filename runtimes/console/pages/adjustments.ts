import * as v from "valibot";
import { actions, badge, type Column, pager, table } from "../components.ts";
import { type TextField, textField } from "../fields.ts";
import { labelled } from "../form-error.ts";
import { type HtmlValue, html } from "../html.ts";
import { listOf } from "../lists.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { instantOf, moment } from "../times.ts";

const adjustment = v.object({
  id: v.string(),
  at: v.string(),
  deliveryId: v.string(),
  reason: v.string(),
  platformId: v.optional(v.string()),
  campaignId: v.optional(v.string()),
  publisherMicros: v.optional(v.number()),
  micros: v.optional(v.number()),
  restoresBudget: v.optional(v.boolean()),
  actor: v.optional(v.string()),
});
type Adjustment = v.InferOutput<typeof adjustment>;

const filters: readonly Omit<TextField, "value" | "errors">[] = [
  { name: "from", label: "From (UTC)", type: "date" },
  { name: "to", label: "Before (UTC)", type: "date" },
];

interface AdjustmentColumn extends Column {
  /** The field that a role must see. */
  readonly of: keyof Adjustment;
  readonly cell: (one: Adjustment) => HtmlValue;
}

/** A column of amounts of a page. */
function amounts(
  of: "micros" | "publisherMicros",
  name: string,
  items: readonly Adjustment[],
  { money }: PageContext,
): AdjustmentColumn {
  const write = money.column(items.map((one) => one[of] ?? 0));
  return { of, label: `${name} (${money.currency})`, isNumber: true, cell: (one) => write(one[of] ?? 0) };
}

function columnsOf(items: readonly Adjustment[], context: PageContext): readonly AdjustmentColumn[] {
  const all: readonly AdjustmentColumn[] = [
    { of: "at", label: "Time", cell: ({ at }) => moment(at) },
    { of: "reason", label: "Reason", cell: ({ reason }) => reason },
    { of: "platformId", label: "Platform", cell: ({ platformId }) => platformId },
    { of: "campaignId", label: "Campaign", cell: ({ campaignId }) => campaignId },
    amounts("micros", "Amount", items, context),
    amounts("publisherMicros", "Of the publisher", items, context),
    {
      of: "restoresBudget",
      label: "Budget",
      cell: ({ restoresBudget }) => (restoresBudget === true ? badge("restored") : "–"),
    },
    { of: "actor", label: "Actor", cell: ({ actor }) => actor },
    { of: "deliveryId", label: "Delivery", cell: ({ deliveryId }) => linkTo(deliveryId, context) },
  ];
  return all.filter(({ of }) => items.some((one) => of in one));
}

/** Adjustments of charges. Each role sees its own side of them. */
export const adjustmentPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "adjustments",
    run: async (context) => {
      const value = (name: string): string => context.query.get(name) ?? "";
      const query = {
        from: value("from") && instantOf(`${value("from")}T00:00`, "UTC"),
        to: value("to") && instantOf(`${value("to")}T00:00`, "UTC"),
        after: value("after"),
      };
      const given = Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ""));
      const read = await context.call("list-adjustments", listOf(adjustment), { query: given });
      const errors = labelled("problem" in read ? (read.errors ?? []) : [], filters);
      if ("problem" in read && errors.length === 0) return read;
      const form = html`<form method="get" action="${context.at("adjustments")}" class="filters">
${filters.map((field) => textField({ ...field, value: value(field.name), errors }))}
<div class="buttons"><button>Show</button></div></form>`;
      const page = { title: "Adjustments", section: "adjustments" };
      if ("problem" in read) return { page: { ...page, errors, content: form } };
      const { items } = read.json;
      const shown = columnsOf(items, context);
      const content = html`<p class="lead">What was taken back of charges, the oldest first.</p>
${context.may("write-off") && actions(html`<a class="button" href="${context.at("adjustments/new")}">Write off…</a>`)}
${form}${table(
  "Adjustments, the oldest first",
  shown,
  items.map((one) => shown.map(({ cell }) => cell(one))),
  "No adjustments.",
  "dense",
)}
${pager(read.json, "adjustments", context)}`;
      return { page: { ...page, content } };
    },
  },
];

function linkTo(deliveryId: string, { may, at }: PageContext): HtmlValue {
  const code = html`<code>${deliveryId}</code>`;
  return may("read-delivery") ? html`<a href="${at(`deliveries/${deliveryId}`)}">${code}</a>` : code;
}
