import * as v from "valibot";
import type { ManagementProblem } from "../../../core/management/problem.ts";
import { postForm, table } from "../components.ts";
import { type Choice, type Field, selectField, textField, timeZoneField } from "../fields.ts";
import type { FormError } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import { listAll } from "../lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";
import { figureColumns } from "../report-columns.ts";
import { type StatementHead, statementFigures, statementHead, totalOf } from "../statement-answer.ts";
import { moment } from "../times.ts";

const list = v.object({ items: v.array(statementHead), next: v.nullable(v.number()) });

/** The fields of the form that closes a month. */
export const closingFields = {
  period: "Month",
  timeZone: "Time zone",
  account: "Account",
  after: "After",
} as const;
const shownInList = new Set(["charges", "adjustments", "spentMicros", "earningsMicros"]);

export const statementListPages: readonly PageRoute[] = [
  { method: "GET", path: "statements", run: (context) => listPage(context) },
];

/** The list of an account; the operator's page also has the form that closes a month. `errors`: those of the form. */
export async function listPage(context: PageContext, errors: readonly FormError[] = []): Promise<PageAnswer> {
  const page = { title: "Statements", section: "statements", errors };
  if (!context.may("close-statements")) {
    const read = await readList(context, undefined);
    return "problem" in read ? read : { page: { ...page, content: read } };
  }
  const of = context.query.get("of") || undefined;
  const accounts = await accountsOf(context);
  const read = of === undefined ? undefined : await readList(context, of);
  if (read !== undefined && "problem" in read) return read;
  const content = html`${closeForm(context, accounts, errors)}
<h2>Statements of an account</h2>
<form method="get" action="${context.at("statements")}" class="filters">${accountField({ name: "of", label: "Account", errors: [] }, accounts, of, "Choose…")}
<div class="buttons"><button>Show</button></div></form>${read}`;
  return { page: { ...page, content } };
}

function closeForm(context: PageContext, accounts: Accounts, errors: readonly FormError[]): Html {
  const value = (name: string): string | undefined => context.form.get(name) ?? undefined;
  const lastMonth = new Date(context.clock());
  lastMonth.setUTCDate(0);
  return postForm(
    context,
    "statements",
    html`<h2>Close a month</h2>
${textField({ name: "period", label: closingFields.period, value: value("period") ?? lastMonth.toISOString().slice(0, 7), required: true, placeholder: "2026-11", maxLength: 7, errors })}
${textField({ ...timeZoneField, value: value("timeZone") ?? "UTC", errors })}
${accountField({ name: "account", label: closingFields.account, errors }, accounts, value("account"), "All accounts")}
<div class="buttons"><button class="primary">Close</button></div>`,
    "card inline",
  );
}

interface Accounts {
  readonly choices: readonly Choice[];
  readonly isWhole: boolean;
}

/** The publishers of the catalogue, and the advertisers of its campaigns. */
async function accountsOf(context: PageContext): Promise<Accounts> {
  const publisher = v.object({ id: v.string(), name: v.string() });
  const [publishers, campaigns] = await Promise.all([
    listAll(context, "list-publishers", publisher, {}),
    listAll(context, "list-campaigns", v.object({ advertiser: v.string() }), {}),
  ]);
  const advertisers = [...new Set(campaigns.items.map(({ advertiser }) => advertiser))].sort();
  return {
    choices: [
      ...publishers.items.map(({ id, name }): Choice => [`publisher:${id}`, `Publisher: ${name}`]),
      ...advertisers.map((name): Choice => [`advertiser:${name}`, `Advertiser: ${name}`]),
    ],
    isWhole: publishers.isWhole && campaigns.isWhole,
  };
}

/** A choice, or a text if there are too many accounts to list. */
function accountField(field: Field, { choices, isWhole }: Accounts, value = "", whenEmpty: string): Html {
  if (!isWhole) return textField({ ...field, value, placeholder: "publisher:ID or advertiser:NAME" });
  const isKnown = value === "" || choices.some(([account]) => account === value);
  const known: readonly Choice[] = isKnown ? choices : [[value, value], ...choices];
  return selectField({ ...field, required: "api", value, choices: [["", whenEmpty], ...known] });
}

async function readList(
  context: PageContext,
  account: string | undefined,
): Promise<Html | ManagementProblem> {
  const before = context.query.get("before") || undefined;
  const read = await context.call("list-statements", list, { query: { account, before } });
  if ("problem" in read) return read;
  const { items, next } = read.json;
  const older = new URLSearchParams(context.query);
  if (next !== null) older.set("before", String(next));
  return html`${listOf(items, context)}
${next !== null && html`<nav class="pager" aria-label="Pages"><a href="${context.at("statements")}?${older.toString()}">Older</a></nav>`}`;
}

function listOf(items: readonly StatementHead[], context: PageContext): Html {
  const lines = items.map(totalOf);
  const figures = statementFigures.filter(([name]) => shownInList.has(name));
  const columns = figureColumns(figures, { lines, total: lines[0] ?? {} }, context);
  return table(
    "Statements, the last one first",
    ["Month", "Number", ...columns.map(({ label }) => ({ label, isNumber: true })), "Closed"],
    items.map((one) => [
      html`<a href="${context.at(`statements/${encodeURIComponent(one.id)}`)}">${one.period}</a>`,
      String(one.number),
      ...columns.map(({ write }) => write(totalOf(one))),
      moment(one.closedAt),
    ]),
    "No statements yet. The operator closes a month after its end.",
    "dense",
  );
}
