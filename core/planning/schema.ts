import * as v from "valibot";
import { campaignSchema, checkCampaign } from "../catalog/campaign-schema.ts";
import { type CatalogIndex, indexCatalog } from "../catalog/catalog-index.ts";
import { creativeSchema, publicCreativeSchema } from "../catalog/creative-schema.ts";
import type { Campaign, Catalog, Creative, Platform } from "../catalog/entities.ts";
import { noExtras, type Parser } from "../catalog/fields.ts";
import { checkFormat } from "../catalog/format-blocks.ts";
import { maxEntitiesPerKind } from "../catalog/limits.ts";
import { advise, type CatalogIssue, formatPath, type PathKey } from "../catalog/messages.ts";
import { platformSchema } from "../catalog/platform-schema.ts";
import { publisherSchema } from "../catalog/publisher-schema.ts";
import { isRecord } from "../catalog/record.ts";
import {
  checkCampaignReferences,
  checkCreativeReferences,
  checkPlatformReferences,
  type Ids,
  type KnownIds,
  knownIds,
} from "../catalog/references.ts";
import type { Topic } from "../catalog/topic.ts";
import { checkTopics, falseMatches, topicDocumentSchema } from "../catalog/topic-schema.ts";
import { ErrorList } from "../contract/error-list.ts";
import { checkTopic } from "./topic-check.ts";

/** A parsed catalogue, or its mistakes. */
export type ParsedCatalog =
  | {
      readonly ok: true;
      /** The catalogue, with defaults in the place of omitted fields. */
      readonly catalog: Catalog;
    }
  | {
      readonly ok: false;
      /** The first hundred mistakes. */
      readonly issues: readonly CatalogIssue[];
      /** Number of further mistakes. */
      readonly omitted: number;
    };

/** Rules of the installation. */
export interface CatalogRules {
  /** Whether creatives may lead to local and private hosts, also by plain http, for development. Default: false. */
  readonly allowLocalUrls?: boolean | undefined;
}

const entitySchemas = {
  publishers: publisherSchema,
  platforms: platformSchema,
  topics: topicDocumentSchema,
  campaigns: campaignSchema,
  creatives: creativeSchema,
};

function list<T>(item: Parser<T>): Parser<T[]> {
  return v.optional(v.pipe(v.array(item), v.maxLength(maxEntitiesPerKind)), () => []);
}

const entries = {
  /** For editors; says nothing about the catalogue. */
  $schema: v.optional(v.string()),
  /** For topics without a target of their own. */
  falseMatches: v.optional(falseMatches),
  publishers: list(publisherSchema),
  platforms: list(platformSchema),
  topics: list(topicDocumentSchema),
  campaigns: list(campaignSchema),
  creatives: list(creativeSchema),
};

/** The shape of the whole document: the source of the published JSON Schema. */
export const catalogSchema: Parser<Catalog> = v.objectWithRest(entries, noExtras(entries));

const shellEntries = {
  $schema: v.optional(v.string()),
  falseMatches: v.optional(falseMatches),
  publishers: list(v.unknown()),
  platforms: list(v.unknown()),
  topics: list(v.unknown()),
  campaigns: list(v.unknown()),
  creatives: list(v.unknown()),
};
const shellSchema = v.objectWithRest(shellEntries, noExtras(shellEntries));

/**
 * Reads a declarative catalogue: the value of a JSON document with the lists `publishers`, `platforms`, `topics`,
 * `campaigns` and `creatives`, each optional, whose items have the fields of `entities.ts`. Its optional number
 * `falseMatches` becomes the value of each of its topics without one. Origins, URLs and language tags are normalised and
 * defaults filled in. A document with mistakes returns the first hundred, each with its path.
 *
 * With `stored`, references to stored entities are valid, so that a document may declare a part of the catalogue.
 */
export function parseCatalog(input: unknown, stored?: Catalog, rules: CatalogRules = {}): ParsedCatalog {
  return parseAgainst(input, stored && indexCatalog(stored), rules);
}

/** The same with an index of the stored catalogue. The cost depends on `input` only. */
export function parseAgainst(
  input: unknown,
  stored: CatalogIndex | undefined,
  { allowLocalUrls = false }: CatalogRules = {},
): ParsedCatalog {
  // Object schemas accept lists.
  if (!isRecord(input)) return { ok: false, issues: [{ path: "", message: notAnObject(input) }], omitted: 0 };
  const list = new ErrorList();
  addReservedKeys(list, input);
  const shell = v.safeParse(shellSchema, input, settings);
  if (!shell.success) addIssues(list, shell.issues, []);
  const known = mergeKnown(declaredIds(input), stored);
  const read = <T extends { readonly id: string }>(
    key: keyof typeof entitySchemas,
    schema: Parser<T>,
    check: (entity: T) => readonly CatalogIssue[],
  ): T[] => {
    const entities: T[] = [];
    const items = asList(input[key]);
    // The shell reports the length. Checking millions of items would take minutes.
    if (items.length > maxEntitiesPerKind) return entities;
    const firstIndex = new Map<string, number>();
    for (const [index, item] of items.entries()) {
      const path = [key, index];
      if (!isRecord(item)) {
        list.add(() => ({ path: formatPath(path), message: notAnObject(item) }));
        continue;
      }
      const parsed = v.safeParse(schema, item, settings);
      if (parsed.success) {
        entities.push(parsed.output);
        for (const issue of check(parsed.output)) list.add(() => under(path, issue));
      } else addIssues(list, parsed.issues, path);
      const id = idOf(item);
      if (id === undefined) continue;
      const first = firstIndex.get(id);
      if (first === undefined) firstIndex.set(id, index);
      else
        list.add(() => under(path, { path: "id", message: `${key}[${first}] has this id: choose another.` }));
    }
    return entities;
  };

  const catalog: Catalog = {
    publishers: read("publishers", publisherSchema, () => []),
    platforms: read("platforms", platformSchema, (platform: Platform) =>
      checkPlatformReferences(platform, known),
    ),
    topics: read("topics", topicDocumentSchema, checkTopic).map((topic) =>
      withTarget(topic, shell.success ? shell.output.falseMatches : undefined),
    ),
    campaigns: read("campaigns", campaignSchema, (campaign: Campaign) => [
      ...checkCampaign(campaign),
      ...checkCampaignReferences(campaign, known),
    ]),
    creatives: read(
      "creatives",
      allowLocalUrls ? creativeSchema : publicCreativeSchema,
      (creative: Creative) => [
        ...checkCreativeReferences(creative, known),
        ...checkFormat(creative),
        ...(creative.proposed === undefined ? [] : checkFormat(creative.proposed)).map((issue) =>
          under(["proposed"], issue),
        ),
      ],
    ),
  };
  list.addAll(checkTopics(catalog.topics, stored?.topics.values()));
  const { errors: issues, omitted } = list;
  return issues.length === 0 ? { ok: true, catalog } : { ok: false, issues, omitted };
}

/** Fills in the target of the document. */
function withTarget(topic: Topic, target: number | undefined): Topic {
  return target === undefined ? topic : { ...topic, falseMatches: topic.falseMatches ?? target };
}

function notAnObject(value: unknown): string {
  return `Must be an object, but it is ${Array.isArray(value) ? "a list" : value === null ? "null" : typeof value}.`;
}

const settings = { abortPipeEarly: true, message: advise };

function addIssues(
  list: ErrorList,
  found: readonly v.BaseIssue<unknown>[],
  prefix: readonly PathKey[],
): void {
  for (const issue of found) {
    list.add(() => {
      const keys = (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key)));
      return { path: formatPath([...prefix, ...keys]), message: issue.message };
    });
  }
}

function under(prefix: readonly PathKey[], issue: CatalogIssue): CatalogIssue {
  return { path: `${formatPath(prefix)}.${issue.path}`, message: issue.message };
}

/** Declared ids, including those of invalid entities, so that one mistake is reported once. */
function declaredIds(lists: Readonly<Record<string, unknown>>): KnownIds {
  const ids = (key: string) => new Set(asList(lists[key]).flatMap((item) => idOf(item) ?? []));
  const placements = asList(lists["platforms"]).flatMap((item) =>
    isRecord(item) ? asList(item["placements"]).filter((name) => typeof name === "string") : [],
  );
  return {
    publishers: ids("publishers"),
    platforms: ids("platforms"),
    campaigns: ids("campaigns"),
    topics: ids("topics"),
    placements: new Set(["chat", ...placements]),
  };
}

function mergeKnown(declared: KnownIds, stored: CatalogIndex | undefined): KnownIds {
  if (stored === undefined) return declared;
  const before = knownIds(stored);
  return {
    publishers: either(declared.publishers, before.publishers),
    platforms: either(declared.platforms, before.platforms),
    campaigns: either(declared.campaigns, before.campaigns),
    topics: either(declared.topics, before.topics),
    placements: either(declared.placements, before.placements),
  };
}

function either(one: Ids, other: Ids): Ids {
  return { has: (id) => one.has(id) || other.has(id) };
}

/** A node of a document. Linked to its parent, because deep documents have long paths. */
interface DocumentNode {
  readonly value: unknown;
  readonly key?: PathKey;
  readonly parent?: DocumentNode;
}

/** Reports keys that object schemas ignore silently. Iterative, because documents may be deep. */
export function addReservedKeys(list: ErrorList, input: unknown): void {
  const open: DocumentNode[] = [{ value: input }];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const { value } = parent;
    if (Array.isArray(value)) {
      for (const [key, item] of value.entries()) open.push({ value: item, key, parent });
    } else if (isRecord(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (key === "__proto__" || key === "prototype" || key === "constructor") {
          const place = { value: member, key, parent };
          list.add(() => ({ path: formatPath(pathOf(place)), message: "Remove this unknown field." }));
        } else open.push({ value: member, key, parent });
      }
    }
  }
}

function pathOf(place: DocumentNode): PathKey[] {
  const keys: PathKey[] = [];
  for (let at: DocumentNode | undefined = place; at !== undefined; at = at.parent) {
    if (at.key !== undefined) keys.push(at.key);
  }
  return keys.reverse();
}

function idOf(item: unknown): string | undefined {
  return isRecord(item) && typeof item["id"] === "string" ? item["id"] : undefined;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
