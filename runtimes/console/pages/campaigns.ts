import * as v from "valibot";
import { campaignSchema } from "../../../core/catalog/campaign-schema.ts";
import type { Campaign } from "../../../core/catalog/entities.ts";
import type { FieldError } from "../../../core/contract/problem.ts";
import { cpmOf, moneyOf } from "../amounts.ts";
import { bar } from "../bar.ts";
import { campaignErrors } from "../campaign-errors.ts";
import { type CampaignValues, campaignBody, campaignFields, valuesOf, valuesSent } from "../campaign-form.ts";
import { actions, badge, facts, pager, postForm, table } from "../components.ts";
import { type Html, html } from "../html.ts";
import { listOf } from "../lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";
import { creativesOf, creativeTable } from "./creative-table.ts";

const spendSchema = v.object({
  spentMicros: v.number(),
  heldMicros: v.number(),
  day: v.string(),
  daySpentMicros: v.number(),
  dayHeldMicros: v.number(),
});

export const campaignPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "campaigns",
    run: async (context) => {
      const query = { after: context.query.get("after") ?? undefined };
      const read = await context.call("list-campaigns", listOf(campaignSchema), { query });
      if ("problem" in read) return read;
      const content = html`${actions(html`<a class="button primary" href="${context.at("campaigns/new")}">New campaign</a>`)}
${table(
  "Campaigns",
  [
    "Name",
    "Advertiser",
    "Status",
    { label: "CPM", isNumber: true },
    { label: "Total budget", isNumber: true },
    { label: "Daily budget", isNumber: true },
  ],
  read.json.items.map((one) => [
    html`<a href="${context.at(`campaigns/${encodeURIComponent(one.id)}`)}">${one.name}</a>`,
    one.advertiser,
    statusBadge(one),
    one.priceMicros === 0 ? "house" : cpmOf(one.priceMicros),
    one.totalBudgetMicros === undefined ? "–" : moneyOf(one.totalBudgetMicros),
    one.dailyBudgetMicros === undefined ? "–" : moneyOf(one.dailyBudgetMicros),
  ]),
  "No campaigns yet. A campaign pays for showing its creatives.",
)}${pager(read.json.next, "campaigns", context)}`;
      return { page: { title: "Campaigns", section: "campaigns", content } };
    },
  },
  { method: "GET", path: "campaigns/new", run: async (context) => newPage(context, valuesOf(undefined), []) },
  {
    method: "POST",
    path: "campaigns/new",
    run: async (context) => {
      const values = valuesSent(context.form);
      const made = await context.call("create-campaign", campaignSchema, {
        body: campaignBody(values, context),
      });
      if (!("problem" in made)) return { goTo: `campaigns/${encodeURIComponent(made.json.id)}?done=created` };
      return newPage(context, values, campaignErrors(made));
    },
  },
  {
    method: "GET",
    path: "campaigns/:id",
    run: async (context) => {
      const read = await readCampaign(context);
      return "problem" in read ? read : ownPage(context, read.json, valuesOf(read.json), read.etag, []);
    },
  },
  {
    method: "POST",
    path: "campaigns/:id",
    run: async (context) => {
      const read = await readCampaign(context);
      if ("problem" in read) return read;
      const { id } = read.json;
      const values = valuesSent(context.form);
      const { id: _, ...body } = campaignBody({ ...values, id, status: read.json.status }, context);
      const ifMatch = context.form.get("version") ?? "";
      const saved = await context.call("replace-campaign", campaignSchema, { id, body, ifMatch });
      if (!("problem" in saved)) return { goTo: `campaigns/${encodeURIComponent(id)}?done=saved` };
      return ownPage(context, read.json, values, ifMatch, campaignErrors(saved));
    },
  },
  ...(["pause", "resume"] as const).map(
    (action): PageRoute => ({
      method: "POST",
      path: `campaigns/:id/${action}`,
      run: async (context) => {
        const id = context.ids["id"] ?? "";
        const done = await context.call(`${action}-campaign`, campaignSchema, { id });
        return "problem" in done ? done : { goTo: `campaigns/${encodeURIComponent(id)}?done=${action}d` };
      },
    }),
  ),
];

function readCampaign(context: PageContext) {
  return context.call("read-campaign", campaignSchema, { id: context.ids["id"] ?? "" });
}

function newPage(context: PageContext, values: CampaignValues, errors: readonly FieldError[]): PageAnswer {
  if (!context.may("create-campaign"))
    return { problem: "forbidden", detail: "Only operators and advertisers may do this." };
  const content = postForm(
    context,
    "campaigns/new",
    html`${campaignFields(values, context, errors, true)}<div class="buttons"><button class="primary">Create campaign</button></div>`,
    "card",
  );
  return {
    page: {
      title: "New campaign",
      section: "campaigns",
      content,
      errors,
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}

const done: ReadonlyMap<string, string> = new Map([
  ["created", "The campaign was created. Give it a creative."],
  ["saved", "Saved. Every instance applies it within two seconds."],
  ["paused", "Paused. Views of issued deliveries are still billed."],
  ["resumed", "Resumed."],
]);

async function ownPage(
  context: PageContext,
  campaign: Campaign,
  values: CampaignValues,
  version: string,
  errors: readonly FieldError[],
): Promise<PageAnswer> {
  const path = `campaigns/${encodeURIComponent(campaign.id)}`;
  const creatives = await creativesOf(context, campaign.id);
  const action = campaign.status === "active" ? "pause" : "resume";
  const content = html`${actions(
    postForm(
      context,
      `${path}/${action}`,
      html`<button${action === "resume" && html` class="primary"`}>${action === "pause" ? "Pause" : "Resume"}</button>`,
    ),
    html`<a class="button" href="${context.at(`reports?by=day&campaign=${encodeURIComponent(campaign.id)}`)}">Report</a>`,
  )}
${facts([
  ["ID", html`<code data-copy>${campaign.id}</code>`],
  ["Advertiser", campaign.advertiser],
  ["Status", statusBadge(campaign)],
  [
    "Price",
    campaign.priceMicros === 0 ? "house campaign, never billed" : `${cpmOf(campaign.priceMicros)} CPM`,
  ],
])}
${await spendOf(context, campaign)}
<section aria-labelledby="creatives"><h2 id="creatives">Creatives</h2>${actions(html`<a class="button" href="${context.at(`creatives/new?campaign=${encodeURIComponent(campaign.id)}`)}">New creative</a>`)}${creativeTable(creatives.items, context)}${!creatives.isWhole && html`<p class="hint">The list is incomplete. <a href="${context.at(`creatives?campaign=${encodeURIComponent(campaign.id)}`)}">All creatives</a></p>`}</section>
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>${postForm(
    context,
    path,
    html`<input type="hidden" name="version" value="${version}">${campaignFields(values, context, errors, false)}<div class="buttons"><button class="primary">Save</button></div>`,
    "card",
  )}</section>`;
  return {
    page: {
      title: campaign.name,
      section: "campaigns",
      content,
      errors,
      notice: done.get(context.query.get("done") ?? ""),
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}

/** The amounts spent and held now, beside the budgets. */
async function spendOf(
  context: PageContext,
  { id, totalBudgetMicros, dailyBudgetMicros, timeZone }: Campaign,
): Promise<Html | undefined> {
  const read = await context.call("read-spend", spendSchema, { id });
  if ("problem" in read) return undefined;
  const { spentMicros, heldMicros, day, daySpentMicros, dayHeldMicros } = read.json;
  const line = (label: string, spent: number, held: number, budget: number | undefined): Html =>
    html`<div class="spend"><p><strong>${label}</strong> ${moneyOf(spent)} spent, ${moneyOf(held)} held${budget === undefined ? ", no limit" : ` of ${moneyOf(budget)}`}</p>${
      budget !== undefined && bar(label, spent, held, budget)
    }</div>`;
  return html`<div class="spends">${line("Total", spentMicros, heldMicros, totalBudgetMicros)}${line(`On ${day} (${timeZone})`, daySpentMicros, dayHeldMicros, dailyBudgetMicros)}</div>`;
}

function statusBadge({ status }: Campaign): Html {
  return badge(status, status === "active" ? "good" : "quiet");
}
