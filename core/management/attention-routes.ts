import * as v from "valibot";
import { attentionKinds, type Finding, findAttention } from "./attention.ts";
import { noBody, noQuery, type Route, route } from "./route.ts";

/** The maximum number of findings in an answer. */
const maxFindings = 500;

/** The schema of a finding. */
export const findingAnswer: v.GenericSchema<unknown, Finding> = v.pipe(
  v.strictObject({
    kind: v.picklist(attentionKinds),
    object: v.picklist(["campaign", "platform", "topic", "review"]),
    id: v.pipe(v.string(), v.description("The id of the object; empty for `review`.")),
    name: v.string(),
    sentence: v.string(),
  }),
  v.title("Finding"),
);

/** Lists what needs the caller. */
export const attentionRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/attention",
    name: "list-attention",
    tag: "reports",
    summary:
      "What needs you: active campaigns without a creative, with a used budget, or not shown for 7 days and why; platforms without " +
      "a site, or whose traffic stands out; topics without examples; waiting reviews. `total` counts all; at most 500 are listed.",
    roles: ["operator", "publisher", "advertiser"],
    query: noQuery,
    body: noBody,
    answer: v.strictObject({
      items: v.array(findingAnswer),
      total: v.pipe(v.number(), v.safeInteger()),
    }),
    status: 200,
    example: {},
    run: async (_input, context) => {
      const found = await findAttention(context);
      return { json: { items: found.slice(0, maxFindings), total: found.length } };
    },
  }),
];
