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
    run: async (visit) => {
      const query = { after: visit.query.get("after") ?? undefined };
      const read = await visit.call("list-campaigns", listOf(campaignSchema), { query });
      if ("problem" in read) return read;
      const content = html`${actions(html`<a class="button primary" href="${visit.at("campaigns/new")}">New campaign</a>`)}
${table(
  "Campaigns",
  [
    "Name",
    "Advertiser",
    "Status",
    { label: "CPM", isNumber: true },
    { label: "Budget", isNumber: true },
    { label: "A day", isNumber: true },
  ],
  read.json.items.map((one) => [
    html`<a href="${visit.at(`campaigns/${encodeURIComponent(one.id)}`)}">${one.name}</a>`,
    one.advertiser,
    statusBadge(one),
    one.priceMicros === 0 ? "house" : cpmOf(one.priceMicros),
    one.totalBudgetMicros === undefined ? "–" : moneyOf(one.totalBudgetMicros),
    one.dailyBudgetMicros === undefined ? "–" : moneyOf(one.dailyBudgetMicros),
  ]),
  "There is no campaign yet. A campaign pays for showing its creatives.",
)}${pager(read.json.next, "campaigns", visit)}`;
      return { page: { title: "Campaigns", section: "campaigns", content } };
    },
  },
  { method: "GET", path: "campaigns/new", run: async (visit) => newPage(visit, valuesOf(undefined), []) },
  {
    method: "POST",
    path: "campaigns/new",
    run: async (visit) => {
      const values = valuesSent(visit.form);
      const made = await visit.call("create-campaign", campaignSchema, { body: campaignBody(values, visit) });
      if (!("problem" in made)) return { goTo: `campaigns/${encodeURIComponent(made.json.id)}?done=created` };
      return newPage(visit, values, campaignErrors(made));
    },
  },
  {
    method: "GET",
    path: "campaigns/:id",
    run: async (visit) => {
      const read = await readCampaign(visit);
      return "problem" in read ? read : ownPage(visit, read.json, valuesOf(read.json), read.etag, []);
    },
  },
  {
    method: "POST",
    path: "campaigns/:id",
    run: async (visit) => {
      const read = await readCampaign(visit);
      if ("problem" in read) return read;
      const { id } = read.json;
      const values = valuesSent(visit.form);
      const { id: _, ...body } = campaignBody({ ...values, id, status: read.json.status }, visit);
      const ifMatch = visit.form.get("version") ?? "";
      const saved = await visit.call("replace-campaign", campaignSchema, { id, body, ifMatch });
      if (!("problem" in saved)) return { goTo: `campaigns/${encodeURIComponent(id)}?done=saved` };
      return ownPage(visit, read.json, values, ifMatch, campaignErrors(saved));
    },
  },
  ...(["pause", "resume"] as const).map(
    (action): PageRoute => ({
      method: "POST",
      path: `campaigns/:id/${action}`,
      run: async (visit) => {
        const id = visit.ids["id"] ?? "";
        const done = await visit.call(`${action}-campaign`, campaignSchema, { id });
        return "problem" in done ? done : { goTo: `campaigns/${encodeURIComponent(id)}?done=${action}d` };
      },
    }),
  ),
];

function readCampaign(visit: PageContext) {
  return visit.call("read-campaign", campaignSchema, { id: visit.ids["id"] ?? "" });
}

function newPage(visit: PageContext, values: CampaignValues, errors: readonly FieldError[]): PageAnswer {
  if (!visit.may("create-campaign"))
    return { problem: "forbidden", detail: "This is for operator and advertiser." };
  const content = postForm(
    visit,
    "campaigns/new",
    html`${campaignFields(values, visit, errors, true)}<div class="buttons"><button class="primary">Create campaign</button></div>`,
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
  ["saved", "Saved. Every instance knows within two seconds."],
  ["paused", "Paused. What was issued is still billed when seen."],
  ["resumed", "Running again."],
]);

async function ownPage(
  visit: PageContext,
  campaign: Campaign,
  values: CampaignValues,
  version: string,
  errors: readonly FieldError[],
): Promise<PageAnswer> {
  const path = `campaigns/${encodeURIComponent(campaign.id)}`;
  const creatives = await creativesOf(visit, campaign.id);
  const action = campaign.status === "active" ? "pause" : "resume";
  const content = html`${actions(
    postForm(
      visit,
      `${path}/${action}`,
      html`<button${action === "resume" && html` class="primary"`}>${action === "pause" ? "Pause" : "Resume"}</button>`,
    ),
    html`<a class="button" href="${visit.at(`reports?by=day&campaign=${encodeURIComponent(campaign.id)}`)}">Report</a>`,
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
${await spendOf(visit, campaign)}
<section aria-labelledby="creatives"><h2 id="creatives">Creatives</h2>${actions(html`<a class="button" href="${visit.at(`creatives/new?campaign=${encodeURIComponent(campaign.id)}`)}">New creative</a>`)}${creativeTable(creatives.items, visit)}${!creatives.isWhole && html`<p class="hint">These are not all. <a href="${visit.at(`creatives?campaign=${encodeURIComponent(campaign.id)}`)}">All creatives</a></p>`}</section>
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>${postForm(
    visit,
    path,
    html`<input type="hidden" name="version" value="${version}">${campaignFields(values, visit, errors, false)}<div class="buttons"><button class="primary">Save</button></div>`,
    "card",
  )}</section>`;
  return {
    page: {
      title: campaign.name,
      section: "campaigns",
      content,
      errors,
      notice: done.get(visit.query.get("done") ?? ""),
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}

/** What is spent and held now, beside what may be. */
async function spendOf(
  visit: PageContext,
  { id, totalBudgetMicros, dailyBudgetMicros, timeZone }: Campaign,
): Promise<Html | undefined> {
  const read = await visit.call("read-spend", spendSchema, { id });
  if ("problem" in read) return undefined;
  const { spentMicros, heldMicros, day, daySpentMicros, dayHeldMicros } = read.json;
  const line = (label: string, spent: number, held: number, budget: number | undefined): Html =>
    html`<div class="spend"><p><strong>${label}</strong> ${moneyOf(spent)} spent, ${moneyOf(held)} held${budget === undefined ? ", no limit" : ` of ${moneyOf(budget)}`}</p>${
      budget !== undefined && bar(label, spent, held, budget)
    }</div>`;
  return html`<div class="spends">${line("In all", spentMicros, heldMicros, totalBudgetMicros)}${line(`On ${day} (${timeZone})`, daySpentMicros, dayHeldMicros, dailyBudgetMicros)}</div>`;
}

function statusBadge({ status }: Campaign): Html {
  return badge(status, status === "active" ? "good" : "quiet");
}
