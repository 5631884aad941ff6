import * as v from "valibot";
import type { Campaign } from "../catalog/entities.ts";
import { maySee } from "./access.ts";
import { changeCatalog, changeProblems } from "./change-catalog.ts";
import { checkCampaignPrice } from "./check-fields.ts";
import { campaignAnswer } from "./entity-shapes.ts";
import { etagOf } from "./etag.ts";
import { writersOf } from "./field-rules.ts";
import { notFound } from "./problem.ts";
import { currencyInAnswer, noBody, noQuery, type Route, type RouteContext, route } from "./route.ts";

const roles = writersOf("campaign");
const micros = v.pipe(v.number(), v.safeInteger());
const spend = v.pipe(
  v.strictObject({
    campaignId: v.string(),
    currency: currencyInAnswer,
    spentMicros: v.pipe(micros, v.description("Charges less adjustments.")),
    usedMicros: v.pipe(
      micros,
      v.description("Used of the total budget. Only adjustments that say so lower it."),
    ),
    heldMicros: micros,
    day: v.pipe(v.string(), v.isoDate()),
    dayUsedMicros: v.pipe(micros, v.description("Used of the daily budget. No adjustment lowers it.")),
    dayHeldMicros: micros,
  }),
  v.title("Spend"),
);

/** Pausing, resuming and the spend of a campaign. PUT raises and lowers budgets. */
export const campaignRoutes: readonly Route[] = [
  ...(["pause", "resume"] as const).map((action) =>
    route({
      method: "POST",
      path: `/campaigns/:id/${action}`,
      name: `${action}-campaign`,
      tag: "campaigns",
      summary:
        action === "pause"
          ? "Stops showing the campaign. Always possible. Views of issued deliveries are still billed."
          : "Shows the campaign again.",
      roles,
      query: noQuery,
      body: noBody,
      answer: campaignAnswer,
      status: 200,
      hasEtag: true,
      isNeverRefused: action === "pause",
      problems: changeProblems,
      run: async ({ id }, context) => {
        const status = action === "pause" ? "paused" : "active";
        const changed = await changeCatalog(context, (view) => {
          const campaign = view.campaigns.get(id);
          if (campaign === undefined || !maySee(context.principal, "campaign", campaign, view))
            return notFound;
          const tooLow = action === "resume" ? checkCampaignPrice(campaign, context) : undefined;
          return tooLow ?? { entities: { campaigns: [{ ...campaign, status }] } };
        });
        if ("problem" in changed) return changed;
        const campaign = changed.view.campaigns.get(id);
        return campaign === undefined ? notFound : { json: campaign, headers: { etag: etagOf(campaign) } };
      },
    }),
  ),
  route({
    method: "GET",
    path: "/campaigns/:id/spend",
    name: "read-spend",
    tag: "campaigns",
    summary: "The amounts spent, used and held now: in total, and on the campaign's current day.",
    roles,
    query: noQuery,
    body: noBody,
    answer: spend,
    status: 200,
    run: async ({ id }, context) => {
      if (ownCampaign(id, context) === undefined) return notFound;
      const [found] = await context.store.readSpend([id]);
      return found === undefined ? notFound : { json: { ...found, currency: context.currency } };
    },
  }),
];

function ownCampaign(id: string, { principal, view }: RouteContext): Campaign | undefined {
  const campaign = view.campaigns.get(id);
  return campaign !== undefined && maySee(principal, "campaign", campaign, view) ? campaign : undefined;
}
