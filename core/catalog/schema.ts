import * as v from "valibot";
import { campaignSchema, checkCampaign } from "./campaign-schema.ts";
import { creativeSchema } from "./creative-schema.ts";
import type { Campaign, Catalog, Creative, Platform } from "./entities.ts";
import { onlyThese, type Parser } from "./fields.ts";
import { checkFormat } from "./format-blocks.ts";
import { maxEntitiesPerKind } from "./limits.ts";
import { advise, type CatalogIssue, formatPath, type PathKey } from "./messages.ts";
import { platformSchema } from "./platform-schema.ts";
import { publisherSchema } from "./publisher-schema.ts";
import { isRecord } from "./record.ts";
import {
  checkCampaignReferences,
  checkCreativeReferences,
  checkPlatformReferences,
  type KnownIds,
  knownIds,
} from "./references.ts";
import { checkTopic, checkTopics, topicSchema } from "./topic-schema.ts";

export type ParsedCatalog =
  | { readonly ok: true; readonly catalog: Catalog }
  | { readonly ok: false; readonly issues: readonly CatalogIssue[] };

const entitySchemas = {
  publishers: publisherSchema,
  platforms: platformSchema,
  topics: topicSchema,
  campaigns: campaignSchema,
  creatives: creativeSchema,
};

function list<T>(item: Parser<T>): Parser<T[]> {
  return v.optional(v.pipe(v.array(item), v.maxLength(maxEntitiesPerKind)), () => []);
}

const entries = {
  /** For editors; says nothing about the catalogue. */
  $schema: v.optional(v.string()),
  publishers: list(publisherSchema),
  platforms: list(platformSchema),
  topics: list(topicSchema),
  campaigns: list(campaignSchema),
  creatives: list(creativeSchema),
};

/** The shape of the whole document: the source of the published JSON Schema. */
export const catalogSchema: Parser<Catalog> = v.objectWithRest(entries, onlyThese(entries));

const shellEntries = {
  $schema: v.optional(v.string()),
  publishers: list(v.unknown()),
  platforms: list(v.unknown()),
  topics: list(v.unknown()),
  campaigns: list(v.unknown()),
  creatives: list(v.unknown()),
};
const shellSchema = v.objectWithRest(shellEntries, onlyThese(shellEntries));

/**
 * Reads a declarative catalogue: the value of a JSON document with the lists `publishers`, `platforms`, `topics`,
 * `campaigns` and `creatives`, each optional, whose items have the fields of `entities.ts`. Origins, URLs and
 * language tags come out normalised, defaults filled in. Otherwise all that is wrong, with its path.
 *
 * With `stored`, references to what it holds are good too, so that a document may declare a part.
 */
export function parseCatalog(input: unknown, stored?: Catalog): ParsedCatalog {
  // Object schemas take a list for an object.
  if (!isRecord(input)) return { ok: false, issues: [{ path: "", message: notAnObject(input) }] };
  const shell = v.safeParse(shellSchema, input, settings);
  const issues = [...reservedKeys(input), ...(shell.success ? [] : toIssues(shell.issues, []))];
  const known = mergeKnown(declaredIds(input), stored);
  const read = <T extends { readonly id: string }>(
    key: keyof typeof entitySchemas,
    schema: Parser<T>,
    check: (entity: T) => readonly CatalogIssue[],
  ): T[] => {
    const entities: T[] = [];
    const firstIndex = new Map<string, number>();
    for (const [index, item] of asList(input[key]).entries()) {
      const path = [key, index];
      if (!isRecord(item)) {
        issues.push({ path: formatPath(path), message: notAnObject(item) });
        continue;
      }
      const parsed = v.safeParse(schema, item, settings);
      if (parsed.success) {
        entities.push(parsed.output);
        issues.push(...check(parsed.output).map((issue) => under(path, issue)));
      } else issues.push(...toIssues(parsed.issues, path));
      const id = idOf(item);
      if (id === undefined) continue;
      const first = firstIndex.get(id);
      if (first === undefined) firstIndex.set(id, index);
      else issues.push(under(path, { path: "id", message: `${key}[${first}] has this id: choose another.` }));
    }
    return entities;
  };

  const catalog: Catalog = {
    publishers: read("publishers", publisherSchema, () => []),
    platforms: read("platforms", platformSchema, (platform: Platform) =>
      checkPlatformReferences(platform, known),
    ),
    topics: read("topics", topicSchema, checkTopic),
    campaigns: read("campaigns", campaignSchema, (campaign: Campaign) => [
      ...checkCampaign(campaign),
      ...checkCampaignReferences(campaign, known),
    ]),
    creatives: read("creatives", creativeSchema, (creative: Creative) => [
      ...checkCreativeReferences(creative, known),
      ...checkFormat(creative),
    ]),
  };
  issues.push(...checkTopics(catalog.topics, stored?.topics));
  return issues.length === 0 ? { ok: true, catalog } : { ok: false, issues };
}

function notAnObject(value: unknown): string {
  return `Must be an object, but it is ${Array.isArray(value) ? "a list" : value === null ? "null" : typeof value}.`;
}

const settings = { abortPipeEarly: true, message: advise };

function toIssues(found: readonly v.BaseIssue<unknown>[], prefix: readonly PathKey[]): CatalogIssue[] {
  return found.map((issue) => {
    const keys = (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key)));
    return { path: formatPath([...prefix, ...keys]), message: issue.message };
  });
}

function under(prefix: readonly PathKey[], issue: CatalogIssue): CatalogIssue {
  return { path: `${formatPath(prefix)}.${issue.path}`, message: issue.message };
}

/** Ids as declared, also of entities that are otherwise wrong, so that one mistake is reported once. */
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

function mergeKnown(declared: KnownIds, stored: Catalog | undefined): KnownIds {
  if (stored === undefined) return declared;
  const before = knownIds(stored);
  return {
    publishers: union(declared.publishers, before.publishers),
    platforms: union(declared.platforms, before.platforms),
    campaigns: union(declared.campaigns, before.campaigns),
    topics: union(declared.topics, before.topics),
    placements: union(declared.placements, before.placements),
  };
}

function union(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one, ...other]);
}

/** A place in a document; linked, because a deep document has long paths at every place. */
interface Place {
  readonly value: unknown;
  readonly key?: PathKey;
  readonly parent?: Place;
}

/** Object schemas pass over these keys without a word; walked without recursion, since documents may be deep. */
export function reservedKeys(input: unknown): CatalogIssue[] {
  const issues: CatalogIssue[] = [];
  const open: Place[] = [{ value: input }];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const { value } = parent;
    if (Array.isArray(value)) {
      for (const [key, item] of value.entries()) open.push({ value: item, key, parent });
    } else if (isRecord(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (key === "__proto__" || key === "prototype" || key === "constructor") {
          issues.push({ path: formatPath([...pathOf(parent), key]), message: "Remove this unknown field." });
        } else open.push({ value: member, key, parent });
      }
    }
  }
  return issues;
}

function pathOf(place: Place): PathKey[] {
  const keys: PathKey[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (at.key !== undefined) keys.unshift(at.key);
  }
  return keys;
}

function idOf(item: unknown): string | undefined {
  return isRecord(item) && typeof item["id"] === "string" ? item["id"] : undefined;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
