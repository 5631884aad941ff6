import * as v from "valibot";
import type { Creative } from "../catalog/entities.ts";
import { entityId, text } from "../catalog/fields.ts";
import { maxNameLength } from "../catalog/limits.ts";
import type { EntityRef } from "../storage/catalog-change.ts";
import { maySee } from "./access.ts";
import type { CatalogView } from "./catalog-view.ts";
import { campaignChangeProblems, changeCatalog } from "./change-catalog.ts";
import { checkCampaignPrice } from "./check-fields.ts";
import { checkCount, taken } from "./entity-checks.ts";
import { campaignAnswer } from "./entity-shapes.ts";
import { etagOf } from "./etag.ts";
import { writersOf } from "./field-rules.ts";
import { invalidField, notFound } from "./problem.ts";
import { type ManagedStore, noQuery, type Route, type RouteContext, route } from "./route.ts";

/** Below the size of a batch of the store, together with the campaign. */
const maxCreatives = 500;
const maxProposals = 100;
const maxIdLength = 128;

const body = v.optional(
  v.strictObject({ id: v.optional(entityId), name: v.optional(text(maxNameLength)) }),
  {},
);

/** Duplicates a campaign. */
export const campaignCopyRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/campaigns/:id/duplicate",
    name: "duplicate-campaign",
    tag: "campaigns",
    summary:
      "Creates a paused copy of the campaign with copies of its creatives, and answers the copy. Default of `id`: a free one that " +
      "begins with the id of the campaign. Default of `name`: its name and “ (copy)”.",
    roles: writersOf("campaign"),
    query: noQuery,
    body,
    answer: campaignAnswer,
    hasEtag: true,
    problems: ["exists", ...campaignChangeProblems],
    status: 201,
    writes: (id, { principal, view }) => {
      const source = view.campaigns.get(id);
      if (principal.role === "operator" || source === undefined) return 1;
      return maySee(principal, "campaign", source, view) ? 1 + creativesOf(id, view).length : 1;
    },
    run: async ({ id, body: wanted }, context) => {
      let copyId = "";
      const changed = await changeCatalog(context, async (view) => {
        const source = view.campaigns.get(id);
        if (source === undefined || !maySee(context.principal, "campaign", source, view)) return notFound;
        const tooLow = checkCampaignPrice(source, context);
        if (tooLow !== undefined) return tooLow;
        const tooMany = checkCount("campaign", undefined, { ...source }, context, view);
        if (tooMany !== undefined) return tooMany;
        const creatives = creativesOf(id, view);
        if (creatives.length > maxCreatives) {
          return invalidField(
            "id",
            `It has ${creatives.length} creatives, and a call copies at most ${maxCreatives}: use the catalogue.`,
          );
        }
        const free = await freeIds(source.id, creatives, wanted.id, view, context);
        if (free === undefined) return taken;
        copyId = free.campaignId;
        const name =
          wanted.name ?? `${[...source.name].slice(0, maxNameLength - suffix.length).join("")}${suffix}`;
        return {
          document: {
            campaigns: [{ ...source, id: copyId, name, status: "paused" }],
            creatives: creatives.map((one, index) => ({
              ...one,
              id: free.creativeIds[index],
              campaignId: copyId,
            })),
          },
        };
      });
      if ("problem" in changed) return changed;
      const copy = changed.view.campaigns.get(copyId);
      return copy === undefined ? notFound : { json: copy, status: 201, headers: { etag: etagOf(copy) } };
    },
  }),
];

const suffix = " (copy)";

function creativesOf(id: string, { creatives }: CatalogView): readonly Creative[] {
  return [...creatives.values()].filter(({ campaignId }) => campaignId === id);
}

interface FreeIds {
  readonly campaignId: string;
  /** In the order of the creatives. */
  readonly creativeIds: readonly string[];
}

/** Proposes ids for the copies. An id of an archived object stays reserved. `undefined`: the wanted id is in use. */
async function freeIds(
  sourceId: string,
  creatives: readonly { readonly id: string }[],
  wanted: string | undefined,
  view: CatalogView,
  { store }: Pick<RouteContext, "store">,
): Promise<FreeIds | undefined> {
  for (let proposal = 1; proposal <= maxProposals; proposal++) {
    const end = proposal === 1 ? "-copy" : `-copy-${proposal}`;
    const copyOf = (id: string): string => `${id.slice(0, maxIdLength - end.length)}${end}`;
    const campaignId = wanted ?? copyOf(sourceId);
    const creativeIds = creatives.map(({ id }) => copyOf(id));
    // Long ids may become the same.
    if (new Set(creativeIds).size < creativeIds.length) continue;
    const [isTaken, ...areTaken] = await areInUse(campaignId, creativeIds, view, store);
    if (isTaken && wanted !== undefined) return undefined;
    if (!isTaken && !areTaken.includes(true)) return { campaignId, creativeIds };
  }
  return undefined;
}

async function areInUse(
  campaignId: string,
  creativeIds: readonly string[],
  { campaigns, creatives }: CatalogView,
  store: Pick<ManagedStore, "readRemoved">,
): Promise<readonly boolean[]> {
  const refs: readonly EntityRef[] = [
    { kind: "campaign", id: campaignId },
    ...creativeIds.map((id): EntityRef => ({ kind: "creative", id })),
  ];
  const removed = await store.readRemoved(refs);
  return refs.map(
    ({ kind, id }, index) =>
      removed[index] !== undefined || (kind === "campaign" ? campaigns : creatives).has(id),
  );
}
