import * as v from "valibot";
import { campaignSchema } from "../catalog/campaign-schema.ts";
import { creativeSchema } from "../catalog/creative-schema.ts";
import type { Parser } from "../catalog/fields.ts";
import { platformSchema } from "../catalog/platform-schema.ts";
import { publisherSchema } from "../catalog/publisher-schema.ts";
import { isRecord } from "../catalog/record.ts";
import { topicSchema } from "../catalog/topic-schema.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import { type Entities, fixedFields, maySee } from "./access.ts";
import type { CatalogView } from "./catalog-view.ts";
import {
  campaignChangeProblems,
  changeCatalog,
  changeProblems,
  type IntendedChange,
} from "./change-catalog.ts";
import {
  asText,
  checkEntity,
  checkPlatformLimit,
  checkVersion,
  declared,
  findReference,
  pick,
  taken,
} from "./entity-checks.ts";
import { entityShapes } from "./entity-shapes.ts";
import { etagOf } from "./etag.ts";
import { writersOf } from "./field-rules.ts";
import { type PageQuery, pageEntries, pageOf, pageQuery, pageSchema } from "./page.ts";
import type { Role } from "./principal.ts";
import { invalidField, type ManagementProblem, notFound } from "./problem.ts";
import { findRemoved } from "./removed-entity.ts";
import {
  currencyInAnswer,
  noBody,
  noQuery,
  type Route,
  type RouteAnswer,
  type RouteContext,
  route,
} from "./route.ts";

interface Collection {
  readonly kind: EntityKind;
  /** The name of the list in the catalogue, and the path of the routes. */
  readonly key: "publishers" | "platforms" | "campaigns" | "creatives" | "topics";
  readonly schema: Parser<Entities[EntityKind]>;
  readonly readers: readonly Role[];
}

const collections: readonly Collection[] = [
  {
    kind: "publisher",
    key: "publishers",
    schema: publisherSchema,
    readers: ["operator", "publisher"],
  },
  {
    kind: "platform",
    key: "platforms",
    schema: platformSchema,
    readers: ["operator", "publisher"],
  },
  {
    kind: "campaign",
    key: "campaigns",
    schema: campaignSchema,
    readers: ["operator", "advertiser"],
  },
  {
    kind: "creative",
    key: "creatives",
    schema: creativeSchema,
    readers: ["operator", "advertiser"],
  },
  {
    kind: "topic",
    key: "topics",
    schema: topicSchema,
    readers: ["operator", "publisher", "advertiser"],
  },
];

interface ListQuery extends PageQuery {
  readonly campaign?: string | undefined;
}

const creativesQuery: v.GenericSchema<unknown, ListQuery> = v.strictObject({
  ...pageEntries,
  campaign: v.optional(v.string()),
});

const objectSchema: v.GenericSchema<unknown, Record<string, unknown>> = v.custom<Record<string, unknown>>(
  isRecord,
  "Send one JSON object.",
);

const listQueryOf = (kind: EntityKind): v.GenericSchema<unknown, ListQuery> =>
  kind === "creative" ? creativesQuery : pageQuery;

/** Reads and changes the entities of the catalogue, one at a time. */
export const entityRoutes: readonly Route[] = collections.flatMap((collection) => {
  const { kind, key, schema, readers } = collection;
  const writers = writersOf(kind);
  const find = (id: string, view: CatalogView, context: RouteContext): Entities[EntityKind] | undefined => {
    const entity = view[key].get(id);
    return entity !== undefined && maySee(context.principal, kind, entity, view) ? entity : undefined;
  };
  const shown = (id: string, view: CatalogView, status: 200 | 201): RouteAnswer | ManagementProblem => {
    const entity = view[key].get(id);
    return entity === undefined
      ? notFound
      : { json: declared(entity), status, headers: { etag: etagOf(declared(entity)) } };
  };
  const change = async (context: RouteContext, intended: IntendedChange, id: string, status: 200 | 201) => {
    const changed = await changeCatalog(context, intended, { prefix: `${key}[0]` });
    return "problem" in changed ? changed : shown(id, changed.view, status);
  };
  const base = { tag: key, query: noQuery, body: noBody, status: 200 } as const;
  const shapes = entityShapes(kind, schema);
  const refusals = kind === "campaign" ? campaignChangeProblems : changeProblems;
  return [
    route({
      ...base,
      method: "GET",
      path: `/${key}`,
      name: `list-${key}`,
      summary: `The ${key}, sorted by id, page by page${kind === "creative" ? "; `campaign` selects those of one campaign" : ""}.`,
      roles: readers,
      query: listQueryOf(kind),
      answer: pageSchema(shapes.answer, kind === "campaign" ? { currency: currencyInAnswer } : {}),
      example: { query: { limit: "2" } },
      run: async ({ query }, context) => {
        const { campaign } = query;
        const listed = [...context.view[key].values()].filter(
          (entity) =>
            maySee(context.principal, kind, entity, context.view) &&
            (campaign === undefined || ("campaignId" in entity && entity.campaignId === campaign)),
        );
        const page = pageOf(listed.map(declared), query);
        return { json: kind === "campaign" ? { ...page, currency: context.currency } : page };
      },
    }),
    route({
      ...base,
      method: "GET",
      path: `/${key}/:id`,
      name: `read-${kind}`,
      summary: `One ${kind}. Send its ETag as If-Match of a change.`,
      roles: readers,
      answer: shapes.answer,
      hasEtag: true,
      run: async ({ id }, context) => {
        return find(id, context.view, context) === undefined ? notFound : shown(id, context.view, 200);
      },
    }),
    route({
      ...base,
      method: "POST",
      path: `/${key}`,
      name: `create-${kind}`,
      summary: `Creates a ${kind}.`,
      roles: writers,
      body: objectSchema,
      bodyShape: shapes.creation,
      answer: shapes.answer,
      hasEtag: true,
      // Another caller may remove it before the answer.
      problems: ["exists", "not_found", ...refusals],
      status: 201,
      run: async ({ body }, context) => {
        const id = asText(body["id"]);
        const fixed = fixedFields(context.principal, kind);
        const intended: IntendedChange = async (view) => {
          if (view[key].has(id)) return taken;
          const removed = await findRemoved({ kind, id }, context.principal, view, context.store);
          if (removed.owner === "other") return taken;
          // Fields that only the operator sets keep their last values: a removal and a new creation reset nothing.
          const stored = removed.owner === "caller" ? removed.entity : undefined;
          const entity = { ...fixed, ...(stored && pick(stored, fixed)), ...body };
          const refused =
            checkEntity(kind, stored, entity, context, view) ??
            checkPlatformLimit(kind, undefined, entity, context, view);
          return refused ?? { document: { [key]: [entity] } };
        };
        return change(context, intended, id, 201);
      },
    }),
    route({
      ...base,
      method: "PUT",
      path: `/${key}/:id`,
      name: `replace-${kind}`,
      summary: `Replaces the ${kind}, if If-Match names its current version.`,
      roles: writers,
      body: objectSchema,
      bodyShape: shapes.replacement,
      answer: shapes.answer,
      hasEtag: true,
      isVersioned: true,
      problems: refusals,
      run: async ({ id, body, header }, context) => {
        const intended: IntendedChange = (view) => {
          const stored = find(id, view, context);
          if (stored === undefined) return notFound;
          if (body["id"] !== undefined && body["id"] !== id)
            return invalidField("id", "An id cannot change: omit it.");
          const refused = checkVersion(header("if-match"), stored);
          if (refused !== undefined) return refused;
          const entity = { ...pick(stored, fixedFields(context.principal, kind)), ...body, id };
          const wrong =
            checkEntity(kind, stored, entity, context, view) ??
            checkPlatformLimit(kind, stored, entity, context, view);
          return wrong ?? { document: { [key]: [entity] } };
        };
        return change(context, intended, id, 200);
      },
    }),
    route({
      ...base,
      method: "DELETE",
      path: `/${key}/:id`,
      name: `remove-${kind}`,
      summary: `Removes the ${kind}, if If-Match names its current version. Its deliveries and charges stay in the reports.`,
      roles: writers,
      isVersioned: true,
      // No entity refers to a creative.
      problems: kind === "creative" ? changeProblems : ["in_use", ...changeProblems],
      status: 204,
      run: async ({ id, header }, context) => {
        const intended: IntendedChange = (view) => {
          const stored = find(id, view, context);
          if (stored === undefined) return notFound;
          const refused = checkVersion(header("if-match"), stored);
          if (refused !== undefined) return refused;
          const reference = findReference({ kind, id }, view);
          if (reference !== undefined) {
            // Publishers do not see campaigns, so the answer names none.
            const isSeen = context.principal.role !== "publisher";
            const detail = isSeen
              ? `Remove ${reference} first, because it refers to this ${kind}.`
              : `It is still in use: ask the operator to release this ${kind}.`;
            return { problem: "in_use", detail };
          }
          return { removals: [{ kind, id }] };
        };
        const changed = await changeCatalog(context, intended);
        return "problem" in changed ? changed : { empty: true };
      },
    }),
  ];
});
