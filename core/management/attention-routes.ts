import * as v from "valibot";
import { attentionKinds, type Finding, type FoundItem, findAttention } from "./attention.ts";
import { bothWays, pageOf, pageSchema } from "./page.ts";
import { noBody, type Route, route } from "./route.ts";

const kind = v.picklist(attentionKinds);

/** The schema of a finding. */
export const findingAnswer: v.GenericSchema<unknown, Finding> = v.pipe(
  v.strictObject({
    kind,
    object: v.picklist(["campaign", "platform", "topic", "review"]),
    id: v.pipe(v.string(), v.description("The id of the object; empty for `review`.")),
    name: v.string(),
    sentence: v.string(),
  }),
  v.title("Finding"),
);

/** The schema of the number of findings of a kind. */
export const kindTotal: v.GenericSchema<unknown, { readonly kind: Finding["kind"]; readonly total: number }> =
  v.strictObject({ kind, total: v.pipe(v.number(), v.safeInteger()) });

/** Lists what needs the caller. */
export const attentionRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/attention",
    name: "list-attention",
    tag: "reports",
    summary:
      "What needs you: active campaigns without a creative, with a used budget, or not shown for 7 days and why; platforms without " +
      "a site, or whose traffic stands out; topics without examples; waiting reviews. Sorted by `kind`; `kinds` counts all.",
    roles: ["operator", "publisher", "advertiser"],
    query: v.strictObject({ ...bothWays, kind: v.optional(kind) }),
    body: noBody,
    answer: pageSchema(findingAnswer, { kinds: v.array(kindTotal) }),
    status: 200,
    example: {},
    run: async ({ query }, context) => {
      const found = await findAttention(context);
      const byKind = Map.groupBy(found, (one) => one.kind);
      const wanted = query.kind === undefined ? found : (byKind.get(query.kind) ?? []);
      const keyOf = (one: FoundItem): number => attentionKinds.indexOf(one.kind);
      const page = pageOf(wanted, query, { keyOf, isDescending: false });
      if ("problem" in page) return page;
      const kinds = attentionKinds.flatMap((one) => {
        const total = byKind.get(one)?.length ?? 0;
        return total === 0 ? [] : [{ kind: one, total }];
      });
      const items = page.items.map((one): Finding => ({ ...one, sentence: one.sentence() }));
      return { json: { ...page, items, kinds } };
    },
  }),
];
