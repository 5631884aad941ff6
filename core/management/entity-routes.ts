import * as v from "valibot";
import { campaignSchema } from "../catalog/campaign-schema.ts";
import { creativeSchema } from "../catalog/creative-schema.ts";
import type { Parser } from "../catalog/fields.ts";
import { platformSchema } from "../catalog/platform-schema.ts";
import { publisherSchema } from "../catalog/publisher-schema.ts";
import { isRecord } from "../catalog/record.ts";
import { topicSchema } from "../catalog/topic-schema.ts";
import type { EntityKind, EntityRef } from "../storage/catalog-change.ts";
import { type Entities, fixedFields, maySee, mayWrite } from "./access.ts";
import type { CatalogView } from "./catalog-view.ts";
import {
  campaignChangeProblems,
  changeCatalog,
  changeProblems,
  type IntendedChange,
} from "./change-catalog.ts";
import { checkFields } from "./check-fields.ts";
import { earlierUnder } from "./earlier.ts";
import { entityShapes } from "./entity-shapes.ts";
import { etagOf } from "./etag.ts";
import { writersOf } from "./field-rules.ts";
import { type PageQuery, pageEntries, pageOf, pageQuery, pageSchema } from "./page.ts";
import type { Role } from "./principal.ts";
import { invalid, invalidField, type ManagementProblem, notFound } from "./problem.ts";
import { checkOrigins } from "./public-suffix.ts";
import { noBody, noQuery, type Route, type RouteAnswer, type RouteContext, route } from "./route.ts";

interface Collection {
  readonly kind: EntityKind;
  /** The list of the catalogue, and the path. */
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

/** Reading and changing what the catalogue declares, one object at a time; the objects are those of the catalogue. */
export const entityRoutes: readonly Route[] = collections.flatMap((collection) => {
  const { kind, key, schema, readers } = collection;
  const writers = writersOf(kind);
  const find = (id: string, register: CatalogView, work: RouteContext): Entities[EntityKind] | undefined => {
    const entity = register[key].get(id);
    return entity !== undefined && maySee(work.principal, kind, entity, register) ? entity : undefined;
  };
  const shown = (id: string, register: CatalogView, status: 200 | 201): RouteAnswer | ManagementProblem => {
    const entity = register[key].get(id);
    return entity === undefined
      ? notFound
      : { json: declared(entity), status, headers: { etag: etagOf(declared(entity)) } };
  };
  const change = async (work: RouteContext, wish: IntendedChange, id: string, status: 200 | 201) => {
    const changed = await changeCatalog(work, wish, { prefix: `${key}[0]` });
    return "problem" in changed ? changed : shown(id, changed.register, status);
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
      summary: `The ${key}, by id, page by page${kind === "creative" ? "; with `campaign` only those of that one" : ""}.`,
      roles: readers,
      query: listQueryOf(kind),
      answer: pageSchema(shapes.answer),
      example: { query: { limit: "2" } },
      run: async ({ query }, work) => {
        const { campaign } = query;
        const asked = [...work.register[key].values()].filter(
          (entity) =>
            maySee(work.principal, kind, entity, work.register) &&
            (campaign === undefined || ("campaignId" in entity && entity.campaignId === campaign)),
        );
        return { json: pageOf(asked.map(declared), query) };
      },
    }),
    route({
      ...base,
      method: "GET",
      path: `/${key}/:id`,
      name: `read-${kind}`,
      summary: `One ${kind}; its ETag is what If-Match wants.`,
      roles: readers,
      answer: shapes.answer,
      hasEtag: true,
      run: async ({ id }, work) => {
        return find(id, work.register, work) === undefined ? notFound : shown(id, work.register, 200);
      },
    }),
    route({
      ...base,
      method: "POST",
      path: `/${key}`,
      name: `create-${kind}`,
      summary: `A new ${kind}.`,
      roles: writers,
      body: objectSchema,
      bodyShape: shapes.creation,
      answer: shapes.answer,
      hasEtag: true,
      // Somebody else may remove it before it is answered.
      problems: ["exists", "not_found", ...refusals],
      status: 201,
      run: async ({ body }, work) => {
        const id = asText(body["id"]);
        const fixed = fixedFields(work.principal, kind);
        const wish: IntendedChange = async (register) => {
          if (register[key].has(id)) return taken;
          const earlier = await earlierUnder({ kind, id }, work.principal, register, work.store);
          if (earlier.owner === "other") return taken;
          // What only the operator sets is as the operator left it: removing and creating resets nothing.
          const stood = earlier.owner === "caller" ? earlier.entity : undefined;
          const entity = { ...fixed, ...(stood && pick(stood, fixed)), ...body };
          const refused =
            checked(kind, stood, entity, work, register) ??
            checkRoom(kind, undefined, entity, work, register);
          return refused ?? { document: { [key]: [entity] } };
        };
        return change(work, wish, id, 201);
      },
    }),
    route({
      ...base,
      method: "PUT",
      path: `/${key}/:id`,
      name: `replace-${kind}`,
      summary: `Makes it what is sent, if it still is the version of If-Match.`,
      roles: writers,
      body: objectSchema,
      bodyShape: shapes.replacement,
      answer: shapes.answer,
      hasEtag: true,
      isVersioned: true,
      problems: refusals,
      run: async ({ id, body, header }, work) => {
        const wish: IntendedChange = (register) => {
          const stored = find(id, register, work);
          if (stored === undefined) return notFound;
          if (body["id"] !== undefined && body["id"] !== id)
            return invalidField("id", "An id stays: leave it out.");
          const refused = checkVersion(header("if-match"), stored);
          if (refused !== undefined) return refused;
          const entity = { ...pick(stored, fixedFields(work.principal, kind)), ...body, id };
          const wrong =
            checked(kind, stored, entity, work, register) ?? checkRoom(kind, stored, entity, work, register);
          return wrong ?? { document: { [key]: [entity] } };
        };
        return change(work, wish, id, 200);
      },
    }),
    route({
      ...base,
      method: "DELETE",
      path: `/${key}/:id`,
      name: `remove-${kind}`,
      summary: `Removes it, if it still is the version of If-Match. What it spent and showed stays in the books.`,
      roles: writers,
      isVersioned: true,
      // Nothing refers to a creative.
      problems: kind === "creative" ? changeProblems : ["in_use", ...changeProblems],
      status: 204,
      run: async ({ id, header }, work) => {
        const wish: IntendedChange = (register) => {
          const stored = find(id, register, work);
          if (stored === undefined) return notFound;
          const refused = checkVersion(header("if-match"), stored);
          if (refused !== undefined) return refused;
          const users = usersOf({ kind, id }, register);
          if (users !== undefined) {
            // A publisher sees no campaigns, so that none is named to it.
            const isSeen = work.principal.role !== "publisher";
            const detail = isSeen
              ? `Remove ${users} first: it refers to this ${kind}.`
              : `It is still in use: ask the operator to release this ${kind}.`;
            return { problem: "in_use", detail };
          }
          return { removals: [{ kind, id }] };
        };
        const changed = await changeCatalog(work, wish);
        return "problem" in changed ? changed : { empty: true };
      },
    }),
  ];
});

const taken: ManagementProblem = { problem: "exists", detail: "Choose another id: this one is taken." };

/** As an operator declares it: what the core computed (the trained part of a topic) is no business of anybody. */
export function declared(entity: Entities[EntityKind]): Entities[EntityKind] {
  if (!("trained" in entity)) return entity;
  const { trained: _computed, ...rest } = entity;
  return rest;
}

function checkVersion(
  ifMatch: string | undefined,
  stored: Entities[EntityKind],
): ManagementProblem | undefined {
  if (ifMatch === undefined) {
    return {
      problem: "version_required",
      detail: "Send If-Match with the ETag that you read, or * for any.",
    };
  }
  if (ifMatch === "*" || ifMatch === etagOf(declared(stored))) return undefined;
  return { problem: "changed_meanwhile", detail: "Somebody changed it since you read it: read it again." };
}

/** What the role may not do, and what only the management side knows to be wrong. */
function checked(
  kind: EntityKind,
  stored: Entities[EntityKind] | undefined,
  entity: Readonly<Record<string, unknown>>,
  work: RouteContext,
  register: CatalogView,
): ManagementProblem | undefined {
  if (!mayWrite(work.principal, kind)) return notFound;
  const refused =
    checkFields({ kind, stored, entity }, work, register) ??
    (kind === "platform" ? checkOrigins(entity["allowedOrigins"]) : undefined);
  return refused && invalid([refused]);
}

/**
 * A publisher's platforms have a limit. The change is stored at the version that they were counted at, so that however many
 * come at once, there are no more.
 */
function checkRoom(
  kind: EntityKind,
  stored: Entities[EntityKind] | undefined,
  { publisherId }: Readonly<Record<string, unknown>>,
  { limits }: RouteContext,
  { platforms }: CatalogView,
): ManagementProblem | undefined {
  const isStaying = stored !== undefined && "publisherId" in stored && stored.publisherId === publisherId;
  if (kind !== "platform" || isStaying) return undefined;
  let count = 0;
  for (const platform of platforms.values()) if (platform.publisherId === publisherId) count += 1;
  const most = limits.platformsPerPublisher;
  if (count < most) return undefined;
  return invalidField("publisherId", `This publisher has ${count} platforms, of ${most}: remove one first.`);
}

/** Not `String`: what has a `toString` of its own may be sent too. Nothing has an empty id. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function pick(entity: object, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entity).filter(([key]) => Object.hasOwn(fields, key)));
}

/** Something that refers to an object, in words. */
function usersOf({ kind, id }: EntityRef, register: CatalogView): string | undefined {
  for (const platform of register.platforms.values()) {
    if (kind === "publisher" && platform.publisherId === id) return `platform ${platform.id}`;
  }
  for (const creative of register.creatives.values()) {
    if (kind === "campaign" && creative.campaignId === id) return `creative ${creative.id}`;
  }
  for (const campaign of register.campaigns.values()) {
    if (kind === "topic" && campaign.topics?.includes(id)) return `campaign ${campaign.id}`;
    if (kind === "platform" && campaign.platforms?.includes(id)) return `campaign ${campaign.id}`;
  }
  return undefined;
}
