import * as v from "valibot";
import { creativeSchema } from "../catalog/creative-schema.ts";
import { text } from "../catalog/fields.ts";
import { maxReasonLength } from "../catalog/limits.ts";
import { platformSchema } from "../catalog/platform-schema.ts";
import { decided } from "../catalog/review.ts";
import { changeCatalog, changeProblems } from "./change-catalog.ts";
import { entityShapes } from "./entity-shapes.ts";
import { checkVersion } from "./entity-version.ts";
import { etagOf } from "./etag.ts";
import { pageOf, pageQuery, pageSchema } from "./page.ts";
import { invalid, notFound } from "./problem.ts";
import { checkPlatformOrigins } from "./public-suffix.ts";
import { reviewItem, reviewItems, waitingItems } from "./review-items.ts";
import { noBody, noQuery, type Route, route } from "./route.ts";

type ReviewDecision =
  | { readonly decision: "approve" }
  | { readonly decision: "refuse"; readonly reason: string };

const reviewDecision: v.GenericSchema<unknown, ReviewDecision> = v.variant("decision", [
  v.strictObject({ decision: v.literal("approve") }),
  v.strictObject({ decision: v.literal("refuse"), reason: text(maxReasonLength) }),
]);

const base = { tag: "review", roles: ["operator"], query: noQuery, status: 200 } as const;
const kinds = [
  { kind: "platform", key: "platforms", schema: platformSchema },
  { kind: "creative", key: "creatives", schema: creativeSchema },
] as const;

/** What publishers and advertisers entered waits here for the operator. */
export const reviewRoutes: readonly Route[] = [
  route({
    ...base,
    method: "GET",
    path: "/review",
    name: "list-review",
    summary:
      "The platforms and creatives that wait for the operator, page by page. `proposed` of an object is its waiting edit; an object " +
      "without it was never approved. `sites` are the allowed origins, or the hosts of links and pictures.",
    query: pageQuery,
    body: noBody,
    answer: pageSchema(reviewItem),
    example: {},
    run: async ({ query }, { view }) => {
      const page = pageOf(waitingItems(view), query);
      return "problem" in page ? page : { json: { ...page, items: reviewItems(page.items, view) } };
    },
  }),
  ...kinds.map(({ kind, key, schema }) =>
    route({
      ...base,
      method: "POST",
      path: `/${key}/:id/review`,
      name: `review-${kind}`,
      summary:
        `Approves or refuses the waiting ${kind}, or its waiting edit, if If-Match names the version that you saw. The author sees ` +
        "the reason of a refusal, and an approved version runs on.",
      body: reviewDecision,
      bodyShape: { title: "ReviewDecision", schema: reviewDecision },
      answer: entityShapes(kind, schema).answer,
      hasEtag: true,
      isVersioned: true,
      problems: changeProblems,
      run: async ({ id, header, body }, context) => {
        const changed = await changeCatalog(
          context,
          (view) => {
            const stored = view[key].get(id);
            if (stored?.review?.status !== "pending") return notFound;
            const refused = checkVersion(header("if-match"), stored);
            if (refused !== undefined) return refused;
            if (body.decision === "refuse") return { entities: { [key]: [decided(stored, body.reason)] } };
            const document = { [key]: [decided(stored)] };
            const wrong = checkPlatformOrigins(document);
            return wrong === undefined ? { document } : invalid([wrong]);
          },
          { decision: body.decision, prefix: `${key}[0]` },
        );
        if ("problem" in changed) return changed;
        const entity = changed.view[key].get(id);
        return entity === undefined ? notFound : { json: entity, headers: { etag: etagOf(entity) } };
      },
    }),
  ),
];
