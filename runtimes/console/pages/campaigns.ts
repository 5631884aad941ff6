import * as v from "valibot";
import { campaignSchema } from "../../../core/catalog/campaign-schema.ts";
import type { Campaign } from "../../../core/catalog/entities.ts";
import { cpmOf, moneyOf } from "../amounts.ts";
import { bar } from "../bar.ts";
import { actions, badge, facts, postForm, table } from "../components.ts";
import { entityPages } from "../entity-pages.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { campaignForm } from "./campaign-form.ts";
import { creativesOf, creativeTable } from "./creative-table.ts";

const spendSchema = v.object({
  spentMicros: v.number(),
  usedMicros: v.number(),
  heldMicros: v.number(),
  day: v.string(),
  dayUsedMicros: v.number(),
  dayHeldMicros: v.number(),
});

export const campaignPages: readonly PageRoute[] = [
  ...entityPages({
    kind: "campaign",
    form: campaignForm,
    answer: campaignSchema,
    title: ({ name }) => name,
    table: campaignTable,
    notices: {
      created: "The campaign was created. Give it a creative.",
      saved: "Saved. Every instance applies it within two seconds.",
      paused: "Paused. Views of issued deliveries are still billed.",
      resumed: "Resumed.",
    },
    around: (form, { entity }, context) => (entity === undefined ? form : ownPage(entity, form, context)),
  }),
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

function campaignTable(campaigns: readonly Campaign[], { at }: PageContext): Html {
  return table(
    "Campaigns",
    [
      "Name",
      "Advertiser",
      "Status",
      { label: "CPM", isNumber: true },
      { label: "Total budget", isNumber: true },
      { label: "Daily budget", isNumber: true },
    ],
    campaigns.map((one) => [
      html`<a href="${at(`campaigns/${encodeURIComponent(one.id)}`)}">${one.name}</a>`,
      one.advertiser,
      statusBadge(one),
      one.priceMicros === 0 ? "house" : cpmOf(one.priceMicros),
      one.totalBudgetMicros === undefined ? "–" : moneyOf(one.totalBudgetMicros),
      one.dailyBudgetMicros === undefined ? "–" : moneyOf(one.dailyBudgetMicros),
    ]),
    "No campaigns yet. A campaign pays for showing its creatives.",
  );
}

async function ownPage(campaign: Campaign, form: Html, context: PageContext): Promise<Html> {
  const path = `campaigns/${encodeURIComponent(campaign.id)}`;
  const creatives = await creativesOf(context, campaign.id);
  const action = campaign.status === "active" ? "pause" : "resume";
  return html`${actions(
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
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>${form}</section>`;
}

/** The amounts spent and held now, beside the budgets. A budget may have used more than is spent: adjustments lower what is spent. */
async function spendOf(
  context: PageContext,
  { id, totalBudgetMicros, dailyBudgetMicros, timeZone }: Campaign,
): Promise<Html | undefined> {
  const read = await context.call("read-spend", spendSchema, { id });
  if ("problem" in read) return undefined;
  const { spentMicros, usedMicros, heldMicros, day, dayUsedMicros, dayHeldMicros } = read.json;
  const line = (label: string, used: number, held: number, budget: number | undefined, spent = used): Html =>
    html`<div class="spend"><p><strong>${label}</strong> ${moneyOf(spent)} spent${spent !== used && `, ${moneyOf(used)} used`}, ${moneyOf(held)} held${budget === undefined ? ", no limit" : ` of ${moneyOf(budget)}`}</p>${
      budget !== undefined && bar(label, used, held, budget)
    }</div>`;
  return html`<div class="spends">${line("Total", usedMicros, heldMicros, totalBudgetMicros, spentMicros)}${line(`On ${day} (${timeZone})`, dayUsedMicros, dayHeldMicros, dailyBudgetMicros)}</div>`;
}

function statusBadge({ status }: Campaign): Html {
  return badge(status, status === "active" ? "good" : "quiet");
}
