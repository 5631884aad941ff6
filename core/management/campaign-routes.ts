import * as v from "valibot";
import type { Campaign } from "../catalog/entities.ts";
import { maySee } from "./access.ts";
import { changeCatalog, changeProblems } from "./change-catalog.ts";
import { campaignAnswer } from "./entity-shapes.ts";
import { etagOf } from "./etag.ts";
import { notFound } from "./problem.ts";
import { noBody, noQuery, type Route, route, type Work } from "./route.ts";

const roles = ["operator", "advertiser"] as const;
const micros = v.pipe(v.number(), v.safeInteger());
const spend = v.pipe(
  v.strictObject({
    campaignId: v.string(),
    spentMicros: micros,
    heldMicros: micros,
    day: v.pipe(v.string(), v.isoDate()),
    daySpentMicros: micros,
    dayHeldMicros: micros,
  }),
  v.title("Spend"),
);

/** What is done to a running campaign. Budgets are raised and lowered by PUT. */
export const campaignRoutes: readonly Route[] = [
  ...(["pause", "resume"] as const).map((action) =>
    route({
      method: "POST",
      path: `/campaigns/:id/${action}`,
      name: `${action}-campaign`,
      tag: "campaigns",
      summary:
        action === "pause"
          ? "Not shown from now on. Always possible; what was issued is still billed when seen."
          : "Shown again.",
      roles,
      query: noQuery,
      body: noBody,
      answer: campaignAnswer,
      status: 200,
      hasEtag: true,
      problems: changeProblems,
      run: async ({ id }, work) => {
        const status = action === "pause" ? "paused" : "active";
        const changed = await changeCatalog(work, (register) => {
          const campaign = register.campaigns.get(id);
          if (campaign === undefined || !maySee(work.principal, "campaign", campaign, register))
            return notFound;
          return { campaign: { ...campaign, status } };
        });
        if ("problem" in changed) return changed;
        const campaign = changed.register.campaigns.get(id);
        return campaign === undefined ? notFound : { json: campaign, headers: { etag: etagOf(campaign) } };
      },
    }),
  ),
  route({
    method: "GET",
    path: "/campaigns/:id/spend",
    name: "read-spend",
    tag: "campaigns",
    summary: "Spent and held at this moment, in all and on the campaign's current day.",
    roles,
    query: noQuery,
    body: noBody,
    answer: spend,
    status: 200,
    run: async ({ id }, work) => {
      if (ownCampaign(id, work) === undefined) return notFound;
      const [found] = await work.store.readSpend([id]);
      return found === undefined ? notFound : { json: found };
    },
  }),
];

function ownCampaign(id: string, { principal, register }: Work): Campaign | undefined {
  const campaign = register.campaigns.get(id);
  return campaign !== undefined && maySee(principal, "campaign", campaign, register) ? campaign : undefined;
}
