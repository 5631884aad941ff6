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
import { campaignRemovals, readArchivedWith } from "./campaign-archive.ts";
import type { CatalogView } from "./catalog-view.ts";
import {
  campaignChangeProblems,
  changeCatalog,
  changeProblems,
  type IntendedChange,
} from "./change-catalog.ts";
import { asText, checkCount, checkEntity, checkInUse, pick, taken } from "./entity-checks.ts";
import { entityQuery, listEntities } from "./entity-list.ts";
import { entityShapes } from "./entity-shapes.ts";
import { checkVersion, declared } from "./entity-version.ts";
import { etagOf } from "./etag.ts";
import { writersOf } from "./field-rules.ts";
import { pageSchema } from "./page.ts";
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

const objectSchema: v.GenericSchema<unknown, Record<string, unknown>> = v.custom<Record<string, unknown>>(
  isRecord,
  "Send one JSON object.",
);

const notArchived: ManagementProblem = {
  problem: "exists",
  detail: "It is not archived: nothing was changed.",
};

const restoreSummaries: Readonly<Record<EntityKind, string>> = {
  publisher: "Restores an archived publisher. Its keys stay revoked: create new ones.",
  platform: "Restores an archived platform. One that its publisher restores waits for the operator.",
  campaign:
    "Restores an archived campaign, paused, with the creatives that were archived with it. Its spend, its budgets and its " +
    "frequency caps continue.",
  creative: "Restores an archived creative. Restore its campaign first.",
  topic: "Restores an archived topic.",
};

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
      summary:
        `The ${key}, page by page, with their number. \`q\` searches ids, names and texts${kind === "creative" ? ", and `campaign` selects those of one campaign" : ""}. ` +
        "`archived=true`: the archived ones.",
      roles: readers,
      query: entityQuery(kind),
      answer: pageSchema(shapes.answer, kind === "campaign" ? { currency: currencyInAnswer } : {}),
      example: { query: { limit: "2" } },
      run: async ({ query }, context) => {
        const page = await listEntities(kind, context.view[key].values(), query, context);
        if ("problem" in page) return page;
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
            checkCount(kind, undefined, entity, context, view);
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
            checkCount(kind, stored, entity, context, view);
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
      summary:
        `Archives the ${kind}${kind === "campaign" ? " and its creatives" : ""}, if If-Match names its current version. Its ` +
        `deliveries and charges stay in the reports, and \`restore\` brings ${kind === "campaign" ? "them" : "it"} back.`,
      roles: writers,
      isVersioned: true,
      // No entity refers to a creative, and those of a campaign go with it.
      problems: kind === "creative" || kind === "campaign" ? changeProblems : ["in_use", ...changeProblems],
      status: 204,
      run: async ({ id, header }, context) => {
        const intended: IntendedChange = (view) => {
          const stored = find(id, view, context);
          if (stored === undefined) return notFound;
          const refused = checkVersion(header("if-match"), stored);
          if (refused !== undefined) return refused;
          if (kind === "campaign") return { removals: campaignRemovals(id, view) };
          return checkInUse({ kind, id }, context, view) ?? { removals: [{ kind, id }] };
        };
        const changed = await changeCatalog(context, intended);
        return "problem" in changed ? changed : { empty: true };
      },
    }),
    route({
      ...base,
      method: "POST",
      path: `/${key}/:id/restore`,
      name: `restore-${kind}`,
      summary: restoreSummaries[kind],
      roles: writers,
      answer: shapes.answer,
      hasEtag: true,
      problems: ["exists", ...refusals],
      run: async ({ id }, context) => {
        const intended: IntendedChange = async (view) => {
          if (find(id, view, context) !== undefined) return notArchived;
          const removed = await findRemoved({ kind, id }, context.principal, view, context.store);
          if (removed.owner !== "caller" || view[key].has(id)) return notFound;
          const stored = declared(removed.entity);
          const entity = { ...stored, ...(kind === "campaign" && { status: "paused" }) };
          const refused =
            checkEntity(kind, stored, entity, context, view) ??
            checkCount(kind, undefined, entity, context, view);
          if (refused !== undefined) return refused;
          const creatives = kind === "campaign" ? await readArchivedWith(id, context.store) : [];
          return { document: { creatives, [key]: [entity] } };
        };
        return change(context, intended, id, 200);
      },
    }),
  ];
});
