import * as v from "valibot";
import type { Campaign } from "../catalog/entities.ts";
import { isRecord } from "../catalog/record.ts";
import { maySee } from "./access.ts";
import { type BulkResult, bulkResult, maxBulk } from "./bulk-shapes.ts";
import type { CatalogView } from "./catalog-view.ts";
import { changeCatalog, changeProblems } from "./change-catalog.ts";
import { checkCampaignPrice } from "./check-fields.ts";
import { checkVersion } from "./entity-version.ts";
import { etagOf } from "./etag.ts";
import { writersOf } from "./field-rules.ts";
import { type ManagementProblem, type ManagementProblemCode, notFound } from "./problem.ts";
import { noQuery, type Route, route } from "./route.ts";

const statuses = v.picklist(["active", "paused"]);

const body = v.strictObject({
  status: statuses,
  campaigns: v.pipe(
    v.array(v.strictObject({ id: v.string(), etag: v.optional(v.string()) })),
    v.minLength(1),
    v.maxLength(maxBulk),
    v.checkItems(
      ({ id }, index, all) => all.findIndex((one) => one.id === id) === index,
      "Name each campaign once.",
    ),
  ),
});

type Decision = { readonly campaign: Campaign } | { readonly refused: ManagementProblem };

/** Pauses or resumes many campaigns. */
export const campaignBulkRoutes: readonly Route[] = [
  route({
    method: "POST",
    // Not below `/campaigns/`, where any word may be the id of a campaign.
    path: "/campaign-status",
    name: "set-campaign-status",
    tag: "campaigns",
    summary:
      `Pauses or resumes up to ${maxBulk} campaigns in one step, and answers for each. A refused campaign does not stop the others, ` +
      "and a repetition changes nothing. `etag`: only this version is changed.",
    roles: writersOf("campaign"),
    query: noQuery,
    body,
    answer: v.strictObject({ items: v.array(bulkResult) }),
    status: 200,
    isNeverRefused: (sent) => isRecord(sent) && sent["status"] === "paused",
    problems: changeProblems,
    run: async ({ body: { status, campaigns } }, context) => {
      const decide = (view: CatalogView): readonly Decision[] =>
        campaigns.map(({ id, etag }) => {
          const campaign = view.campaigns.get(id);
          if (campaign === undefined || !maySee(context.principal, "campaign", campaign, view)) {
            return { refused: notFound };
          }
          const refused =
            checkVersion(etag ?? "*", campaign) ??
            (status === "active" ? checkCampaignPrice(campaign, context) : undefined);
          return refused === undefined ? { campaign } : { refused };
        });
      let decisions: readonly Decision[] = [];
      const changed = await changeCatalog(context, (view) => {
        decisions = decide(view);
        const accepted = decisions.flatMap((one) => ("campaign" in one ? one.campaign : []));
        return { entities: { campaigns: accepted.map((campaign) => ({ ...campaign, status })) } };
      });
      if ("problem" in changed) return changed;
      const items = campaigns.map(({ id }, index) => resultOf(id, status, decisions[index]));
      return { json: { items } };
    },
  }),
];

function resultOf(id: string, status: Campaign["status"], decision: Decision | undefined): BulkResult {
  if (decision === undefined || "refused" in decision) {
    const { problem, detail }: { problem: ManagementProblemCode; detail: string } =
      decision?.refused ?? notFound;
    return { id, outcome: "refused", code: problem, detail };
  }
  const { campaign } = decision;
  const outcome = campaign.status === status ? "unchanged" : "changed";
  return { id, outcome, etag: etagOf({ ...campaign, status }) };
}
