import * as v from "valibot";
import type { ManagementProblem } from "../../../core/management/problem.ts";
import { joinPieces, type WriteOffPiece } from "../../../core/settlement/write-off-sums.ts";
import { facts, postForm, table } from "../components.ts";
import { checkboxes, type TextField, textArea, textField } from "../fields.ts";
import { errorsOf, type FormError, labelled } from "../form-error.ts";
import { textsSent } from "../forms/form.ts";
import { isFind, isSearch, picker } from "../forms/picker.ts";
import { type Html, html } from "../html.ts";
import { entriesOf } from "../lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";
import { optionsWithArchived } from "../pick-options.ts";
import { instantOf, localOf } from "../times.ts";

const line = v.object({
  publisherId: v.string(),
  platformId: v.string(),
  campaignId: v.string(),
  adjustments: v.number(),
  micros: v.number(),
  publisherMicros: v.number(),
});
const answer = v.object({
  operation: v.string(),
  to: v.string(),
  matched: v.number(),
  adjustments: v.number(),
  repeated: v.number(),
  settled: v.number(),
  micros: v.number(),
  publisherMicros: v.number(),
  lines: v.array(line),
  next: v.nullable(v.string()),
});

/** The effect of several calls. */
interface Effect {
  readonly sums: WriteOffPiece;
  readonly operation: string;
  readonly to: string;
  /** Null: the operation is done. */
  readonly next: string | null;
}

/** The most calls of a page, each of 5 s at most. */
const maxCalls = 4;

const section = "adjustments";
const path = "adjustments/new";
const commas = "Separated by commas.";
const objects = [
  { name: "publisherIds", label: "Publishers", list: "publishers" },
  { name: "platformIds", label: "Platforms", list: "platforms" },
  { name: "campaignIds", label: "Campaigns", list: "campaigns" },
] as const;
const lists: readonly Omit<TextField, "value" | "errors">[] = [
  { name: "apiKeyIds", label: "API keys", hint: `IDs. ${commas}` },
  { name: "marks", label: "Marks", hint: `Of the traffic judge. ${commas}` },
  { name: "networks", label: "Networks", hint: `Hashes, as on a delivery's page. ${commas}` },
];
const instants: readonly Omit<TextField, "value" | "errors">[] = [
  { name: "from", label: "Charged from (UTC)", type: "datetime-local" },
  { name: "to", label: "Charged before (UTC)", type: "datetime-local", hint: "Empty: now." },
];
const deliveries = { name: "deliveryIds", label: "Deliveries", hint: "IDs, one a line." };
const others: readonly Omit<TextField, "value" | "errors">[] = [
  {
    name: "micros",
    label: "Amount",
    inputMode: "decimal",
    hint: "Of a single delivery. Empty: all that is left.",
  },
  { name: "reason", label: "Reason", required: true, hint: "The publisher and the advertiser read it." },
];
const restores = { name: "restoresBudget", label: "Budget" };
const sent = [...objects, ...lists, ...instants, deliveries, ...others, restores];

/** A form, the effect as a plan, and the write-off. */
export const writeOffPages: readonly PageRoute[] = [
  {
    method: "GET",
    path,
    run: async (context) =>
      context.may("write-off") ? editPage(context, context.query, []) : context.refusal("write-off"),
  },
  {
    method: "POST",
    path,
    run: async (context) => {
      const step = context.form.get("do") ?? "";
      if (step !== "run" && (isFind(step) || isSearch(textsSent(context.form))))
        return editPage(context, context.form, []);
      const isPlan = step !== "run";
      const effect = await callAll(context, isPlan);
      if (!("problem" in effect)) return isPlan ? planPage(context, effect) : donePage(context, effect);
      return effect.errors === undefined ? effect : editPage(context, context.form, errorsOf(effect));
    },
  },
];

async function callAll(context: PageContext, plan: boolean): Promise<Effect | ManagementProblem> {
  let body = bodyOf(context);
  let sums = joinPieces([]);
  for (let call = 1; ; call += 1) {
    const read = await context.call("write-off", answer, { body: { ...body, plan } });
    if ("problem" in read) return read;
    const { operation, to, next, ...piece } = read.json;
    sums = joinPieces([sums, { ...piece, leftMicros: 0, next: null }]);
    if (next === null || call === maxCalls) return { sums, operation, to, next };
    body = { ...body, operation, to, after: next };
  }
}

function bodyOf({ form, money }: PageContext): Readonly<Record<string, unknown>> {
  const typed = (name: string): string => (form.get(name) ?? "").trim();
  return {
    ...Object.fromEntries(
      [...objects, ...lists, deliveries].map(({ name }) => [name, entriesOf(form.getAll(name).join("\n"))]),
    ),
    ...Object.fromEntries(instants.map(({ name }) => [name, instantOf(typed(name), "UTC")])),
    ...Object.fromEntries(["reason", "operation", "after"].map((name) => [name, typed(name) || undefined])),
    micros: typed("micros") === "" ? undefined : (money.parse(typed("micros")) ?? typed("micros")),
    restoresBudget: form.has("restoresBudget"),
  };
}

async function editPage(
  context: PageContext,
  values: URLSearchParams,
  all: readonly FormError[],
): Promise<PageAnswer> {
  const errors = labelled(all, sent);
  const value = (name: string): string => values.get(name) ?? "";
  // A link has instants, and a form that was sent has local times.
  const shownAs = (text: string): string => (text.endsWith("Z") ? localOf(text, "UTC") : text);
  const field = (one: Omit<TextField, "value" | "errors">): Html =>
    textField({
      ...one,
      value: one.type === "datetime-local" ? shownAs(value(one.name)) : value(one.name),
      errors,
    });
  const chooser = async ({ list, ...one }: (typeof objects)[number]): Promise<Html> => {
    const options = await optionsWithArchived(context, list);
    const own = { ...one, value: values.getAll(one.name).join(", "), errors };
    return options === undefined
      ? textField({ ...own, hint: `IDs. ${commas}` })
      : picker({ ...own, options, isList: true }, textsSent(values));
  };
  const choices = [["yes", "Campaigns may use the amounts of their total budgets again"]] as const;
  const content = html`<p class="lead">Takes charges back from publishers, for advertisers. All fields apply together. The next page shows the effect, and nothing is changed before you confirm it.</p>
${postForm(
  context,
  path,
  // Enter presses the first button of a form.
  html`<button class="hidden" name="do" value="plan" tabindex="-1" aria-hidden="true">Show the effect</button>
<div class="pair">${await Promise.all(objects.map(chooser))}${lists.map(field)}${instants.map(field)}${textArea({ ...deliveries, value: value("deliveryIds"), errors })}${others.map(field)}${checkboxes({ ...restores, errors, values: values.has("restoresBudget") ? ["yes"] : [], choices })}</div>
<div class="buttons"><button class="primary" name="do" value="plan">Show the effect</button></div>`,
  "card",
)}`;
  return { page: { title: "Write off", section, content, errors } };
}

function planPage(context: PageContext, { sums, operation, to, next }: Effect): PageAnswer {
  const confirm = confirmForm(
    context,
    { operation, to, after: "" },
    `Write off ${context.money.amount(sums.micros)}`,
  );
  const content = html`<p class="lead">Nothing is changed yet.</p>
${next !== null && html`<p class="notice">More charges match than are shown: the figures are of the first ${context.count(sums.matched)}. All of them will be written off.</p>`}
${shown(sums, context)}
${sums.adjustments === 0 ? html`<p class="empty">There is nothing to write off.</p>` : confirm}
<p><a href="${context.at(path)}?${selectionOf(context.form).toString()}">Change the selection</a></p>`;
  return { page: { title: "The effect", section, content } };
}

function donePage(context: PageContext, { sums, operation, to, next }: Effect): PageAnswer {
  const audit = new URLSearchParams({ kind: "charge", entityId: operation });
  const content = html`${
    next === null
      ? html`<p class="notice" role="status">Done.</p>`
      : html`<p class="notice" role="status">A part is done. There is more.</p>${confirmForm(context, { operation, to, after: next }, "Continue")}`
  }
${shown(sums, context)}
<p>Operation <code>${operation}</code>: <a href="${context.at("audit")}?${audit.toString()}">audit trail</a>, <a href="${context.at("adjustments")}">all adjustments</a></p>`;
  return { page: { title: "Written off", section, content } };
}

function shown(sums: WriteOffPiece, { count, money }: PageContext): Html {
  const { matched, settled, repeated, adjustments, micros, publisherMicros, lines } = sums;
  const write = money.column(lines.flatMap((one) => [one.micros, one.publisherMicros]));
  const amounts = ["Amount", "Of the publisher"].map((label) => `${label} (${money.currency})`);
  return html`${facts([
    ["Charges", count(matched)],
    ["Nothing left", count(settled)],
    ["Adjustments", count(adjustments)],
    ...(repeated === 0 ? [] : [["Made before", count(repeated)] as const]),
    ["Amount", money.amount(micros)],
    ["Of publishers", money.amount(publisherMicros)],
  ])}
${table(
  "By platform and campaign",
  [
    ...["Platform", "Publisher", "Campaign"],
    ...["Adjustments", ...amounts].map((label) => ({ label, isNumber: true })),
  ],
  lines.map((one) => [
    ...[one.platformId, one.publisherId, one.campaignId],
    ...[count(one.adjustments), write(one.micros), write(one.publisherMicros)],
  ]),
  "No charges match.",
  "dense",
)}`;
}

/** The fields of the form that was sent, without its token. */
function selectionOf(form: URLSearchParams): URLSearchParams {
  const names = new Set(sent.map(({ name }) => name));
  return new URLSearchParams([...form].filter(([name, text]) => names.has(name) && text !== ""));
}

/** Sends the same fields again, with the operation and its end, so that it may be repeated. */
function confirmForm(
  context: PageContext,
  more: Readonly<Record<"operation" | "to" | "after", string>>,
  label: string,
): Html {
  const fields = selectionOf(context.form);
  for (const [name, text] of Object.entries(more)) fields.set(name, text);
  return postForm(
    context,
    path,
    html`${[...fields].map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}<div class="buttons"><button class="primary" name="do" value="run">${label}</button></div>`,
  );
}
