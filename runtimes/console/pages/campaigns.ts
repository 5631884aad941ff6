import * as v from "valibot";
import { campaignSchema } from "../../../core/catalog/campaign-schema.ts";
import type { Campaign } from "../../../core/catalog/entities.ts";
import { bar } from "../bar.ts";
import { actions, badge, facts, objectLink, postForm, table } from "../components.ts";
import { entityPages } from "../entity-pages.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { optionsOf, placementOptions } from "../pick-options.ts";
import { bulkForm, selectOne } from "./bulk.ts";
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
  {
    method: "POST",
    path: "campaigns/:id/duplicate",
    run: async (context) => {
      const made = await context.call("duplicate-campaign", campaignSchema, { id: context.ids["id"] ?? "" });
      return "problem" in made
        ? made
        : { goTo: `campaigns/${encodeURIComponent(made.json.id)}?done=duplicated` };
    },
  },
  ...entityPages({
    kind: "campaign",
    form: async (context) =>
      campaignForm(context.money, {
        topics: await optionsOf(context, "topics"),
        platforms: await optionsOf(context, "platforms"),
        placements: await placementOptions(context),
      }),
    answer: campaignSchema,
    title: ({ name }) => name,
    table: campaignTable,
    notices: {
      created: "The campaign was created. Give it a creative.",
      saved: "Saved. Every instance applies it within two seconds.",
      paused: "Paused. Views of issued deliveries are still billed.",
      resumed: "Resumed.",
      none: "Select campaigns first.",
      removed: "The campaign was archived with its creatives.",
      restored:
        "The campaign was restored with the creatives that were archived with it. It is paused: resume it to show them.",
      duplicated: "The copy is paused. Change it, then resume it.",
    },
    removal:
      "It is not shown any more, and its creatives are archived with it. Its deliveries and charges stay in the reports.",
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

function campaignTable(campaigns: readonly Campaign[], context: PageContext): Html {
  const { money } = context;
  const isBulk = context.may("set-campaign-status");
  const isFiltered = context.query.size > 0;
  const amounts = (label: string, amountOf: (campaign: Campaign) => number | undefined, none = "–") => {
    const all = campaigns.map(amountOf);
    const write = money.column(all.filter((amount) => amount !== undefined));
    const cells = all.map((amount) => (amount === undefined ? none : write(amount)));
    return { label: `${label} (${money.currency})`, isNumber: true, cells };
  };
  const columns = [
    amounts("CPM", ({ priceMicros }) => priceMicros * 1_000 || undefined, "house"),
    amounts("Price per view", ({ priceMicros }) => priceMicros || undefined),
    amounts("Total budget", ({ totalBudgetMicros }) => totalBudgetMicros),
    amounts("Daily budget", ({ dailyBudgetMicros }) => dailyBudgetMicros),
  ];
  const list = table(
    "Campaigns",
    ["Name", "Advertiser", "Status", ...columns],
    campaigns.map((one, index) => [
      html`<span class="pick">${isBulk && selectOne(one)}${objectLink(context, "campaigns", one.id, one.name)}</span>`,
      one.advertiser,
      statusBadge(one),
      ...columns.map(({ cells }) => cells[index]),
    ]),
    isFiltered ? "No campaign is like this." : "No campaigns yet. A campaign pays for showing its creatives.",
  );
  return isBulk && campaigns.length > 0 ? bulkForm(list, campaigns, context) : list;
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
    postForm(context, `${path}/duplicate`, html`<button>Duplicate</button>`),
    html`<a class="button" href="${context.at(`reports?by=day&campaign=${encodeURIComponent(campaign.id)}`)}">Report</a>`,
  )}
${facts([
  ["ID", html`<code data-copy>${campaign.id}</code>`],
  ["Advertiser", campaign.advertiser],
  ["Status", statusBadge(campaign)],
  [
    "Price",
    campaign.priceMicros === 0 ? "house campaign, never billed" : context.money.price(campaign.priceMicros),
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
  const { currency, column } = context.money;
  const budgets = [totalBudgetMicros ?? 0, dailyBudgetMicros ?? 0];
  const write = column([spentMicros, usedMicros, heldMicros, dayUsedMicros, dayHeldMicros, ...budgets]);
  const line = (
    label: string,
    used: number,
    held: number,
    budget: number | undefined,
    spent = used,
  ): Html => {
    const name = `${label} (${currency})`;
    const amounts = `${write(spent)} spent${spent === used ? "" : `, ${write(used)} used`}, ${write(held)} held${budget === undefined ? ", no limit" : ` of ${write(budget)}`}`;
    return html`<div class="spend"><p><strong>${name}</strong> ${amounts}</p>${budget !== undefined && bar(`${name}: ${amounts}`, used, held, budget)}</div>`;
  };
  return html`<div class="spends">${line("Total", usedMicros, heldMicros, totalBudgetMicros, spentMicros)}${line(`On ${day} in ${timeZone}`, dayUsedMicros, dayHeldMicros, dailyBudgetMicros)}</div>`;
}

function statusBadge({ status }: Campaign): Html {
  return badge(status, status === "active" ? "good" : "quiet");
}
