import * as v from "valibot";
import type { PlannedChange } from "../planning/plan.ts";
import { describeForecasts } from "../topics/describe-forecast.ts";
import { catalogOf } from "./catalog-view.ts";
import { campaignChangeProblems, changeCatalog } from "./change-catalog.ts";
import { catalogAnswer, catalogDeclaration, fieldChange } from "./entity-shapes.ts";
import { declared } from "./entity-version.ts";
import { invalid } from "./problem.ts";
import { checkPlatformOrigins } from "./public-suffix.ts";
import { type BodyShape, noBody, noQuery, type Route, type RouteContext, route } from "./route.ts";
import { topicForecast } from "./topic-routes.ts";

/** Enough for a catalogue of 100,000 campaigns. */
const maxBodyBytes = 64 * 1_048_576;

const change = v.pipe(
  v.strictObject({
    kind: v.picklist(["publisher", "platform", "campaign", "creative", "topic"]),
    id: v.string(),
    action: v.picklist(["create", "update", "remove"]),
    fields: v.optional(v.array(fieldChange)),
  }),
  v.title("PlannedChange"),
);
const answer: v.GenericSchema = v.pipe(
  v.strictObject({
    changes: v.array(change),
    forecasts: v.pipe(
      v.array(topicForecast),
      v.description("What the new and changed topics will do. After a training these are all topics."),
    ),
    advice: v.pipe(v.array(v.string()), v.description("Steps that improve all topics.")),
  }),
  v.title("CatalogChanges"),
);
const body: v.GenericSchema<unknown, { readonly catalog: unknown; readonly prune: boolean }> = v.strictObject(
  {
    catalog: v.unknown(),
    prune: v.optional(v.boolean(), false),
  },
);
const bodyShape: BodyShape = {
  title: "CatalogToApply",
  schema: v.strictObject({ catalog: catalogDeclaration, prune: v.optional(v.boolean(), false) }),
};
const base = { tag: "catalog", roles: ["operator"], query: noQuery, status: 200 } as const;

/** The whole catalogue as one JSON document, in the format of `handbill apply`. */
export const catalogRoutes: readonly Route[] = [
  route({
    ...base,
    method: "GET",
    path: "/catalog",
    name: "read-catalog",
    summary: "The whole catalogue, as a document for `apply`.",
    body: noBody,
    answer: catalogAnswer,
    example: {},
    run: async (_input, { view }) => {
      const catalog = catalogOf(view);
      return { json: { ...catalog, topics: catalog.topics.map(declared) } };
    },
  }),
  route({
    ...base,
    method: "POST",
    path: "/catalog/plan",
    name: "plan-catalog",
    summary:
      "The changes that applying the document would make. `prune` also removes everything that the document omits.",
    body,
    bodyShape,
    maxBodyBytes,
    answer,
    example: { body: { catalog: { topics: [] } } },
    run: async ({ body: wanted }, context) => apply(wanted, context, true),
  }),
  route({
    ...base,
    method: "POST",
    path: "/catalog/apply",
    name: "apply-catalog",
    summary: "Applies the document to the catalogue, completely or not at all.",
    body,
    bodyShape,
    maxBodyBytes,
    answer,
    problems: campaignChangeProblems,
    example: { body: { catalog: { topics: [] } } },
    run: async ({ body: wanted }, context) => apply(wanted, context, false),
  }),
];

async function apply(
  { catalog, prune }: { readonly catalog: unknown; readonly prune: boolean },
  context: RouteContext,
  planOnly: boolean,
) {
  const changed = await changeCatalog(
    context,
    () => {
      const refused = checkPlatformOrigins(catalog);
      return refused === undefined ? { document: catalog, prune } : invalid([refused]);
    },
    { planOnly },
  );
  if ("problem" in changed) return changed;
  const { changes, upserts } = changed.plan;
  return { json: { changes: changes.map(withoutTrained), ...describeForecasts(upserts.topics) } };
}

/** Omits the trained part of a topic, which follows from the other fields. */
function withoutTrained({ fields, ...rest }: PlannedChange): PlannedChange {
  return fields === undefined ? rest : { ...rest, fields: fields.filter(({ path }) => path !== "trained") };
}
