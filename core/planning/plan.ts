import { canonicalJson } from "../catalog/canonical-json.ts";
import { type CatalogIndex, indexCatalog } from "../catalog/catalog-index.ts";
import type { Catalog } from "../catalog/entities.ts";
import { formatPath, type PathKey } from "../catalog/messages.ts";
import { isRecord } from "../catalog/record.ts";
import { versionCreative } from "../catalog/version.ts";
import type { CatalogChange, EntityKind, EntityRef } from "../storage/catalog-change.ts";
import { type CooperativeTask, runSync } from "../timing/cooperative-task.ts";
import type { FieldChange } from "./field-change.ts";
import {
  createTopicTrainer,
  nameModel,
  type TopicChange,
  type TopicTrainer,
  topicsAfter,
  trainedTopics,
} from "./topic-models.ts";

/** The change of one entity. */
export interface PlannedChange {
  /** The kind of the entity. */
  readonly kind: EntityKind;
  /** The id of the entity. */
  readonly id: string;
  /** `update` when the stored entity differs. */
  readonly action: "create" | "update" | "remove";
  /** The fields that differ. {@link planCatalog} sets them for `update` only. */
  readonly fields?: readonly FieldChange[] | undefined;
}

/** The changes that turn one catalogue into another. */
export interface CatalogPlan {
  /** Creations and updates, referenced kinds first; then removals in the opposite order. By id within a kind. */
  readonly changes: readonly PlannedChange[];
  /** For `ManagementStore.applyCatalog`, together with the version that `current` was read at. */
  readonly upserts: CatalogChange["upserts"];
  /** Also for `applyCatalog`. */
  readonly removals: readonly EntityRef[];
}

/** How to plan. */
export interface PlanOptions extends TopicChange {
  /** Whether entities that `next` omits are removed. */
  readonly prune: boolean;
  /** Keeps its last result for the next plan. Default: a new trainer. */
  readonly trainer?: TopicTrainer | undefined;
}

/**
 * Plans the changes from `current` to `next`. Equal entities are not in the plan, so a second plan is empty. Removes entities that
 * `next` omits only with `prune`. A change of topics trains all models, which takes seconds for a hundred topics: a process that
 * serves requests uses {@link planInSteps}.
 */
export function planCatalog(current: Catalog, next: Catalog, options: PlanOptions): CatalogPlan {
  return runSync(planInSteps(indexCatalog(current), next, options));
}

/** The same in steps of milliseconds. The cost depends on `next`, and with `prune` also on `current`. */
export function* planInSteps(
  current: CatalogIndex,
  next: Catalog,
  { prune, removed: removedTopics, trainer = createTopicTrainer() }: PlanOptions,
): CooperativeTask<CatalogPlan> {
  const topicChange = { prune, removed: removedTopics };
  const topics = yield* trainedTopics(topicsAfter(current.topics, next.topics, topicChange), trainer);
  const changes: PlannedChange[] = [];
  const removed: EntityRef[][] = [];
  let compared = 0;
  function* compare<T extends { readonly id: string }>(
    kind: EntityKind,
    stored: ReadonlyMap<string, T>,
    after: readonly T[],
  ): CooperativeTask<T[]> {
    const wanted = new Map(after.map((entity) => [entity.id, entity]));
    const changed: T[] = [];
    for (const entity of byId(wanted.values())) {
      compared += 1;
      if (compared % comparedPerStep === 0) yield;
      const change = changeOf(kind, stored.get(entity.id), entity);
      if (change === undefined) continue;
      changes.push(change);
      changed.push(entity);
    }
    if (prune) {
      const gone = byId(stored.values()).filter(({ id }) => !wanted.has(id));
      removed.unshift(gone.map(({ id }) => ({ kind, id })));
    }
    return changed;
  }
  const upserts = {
    publishers: yield* compare("publisher", current.publishers, next.publishers),
    platforms: yield* compare("platform", current.platforms, next.platforms),
    topics: yield* compare("topic", current.topics, topics),
    campaigns: yield* compare("campaign", current.campaigns, next.campaigns),
    creatives: (yield* compare("creative", current.creatives, next.creatives)).map(versionCreative),
  };
  const removals = removed.flat();
  for (const { kind, id } of removals) changes.push({ kind, id, action: "remove" });
  return { changes, upserts, removals };
}

/** The change of one entity; `undefined` when it is equal to the stored one. */
function changeOf<T extends { readonly id: string }>(
  kind: EntityKind,
  old: T | undefined,
  entity: T,
): PlannedChange | undefined {
  if (old === entity) return undefined;
  const { id } = entity;
  if (old === undefined) return { kind, id, action: "create" };
  const fields = diff(old, entity, []);
  if (fields.length === 0) return undefined;
  return { kind, id, action: "update", fields: kind === "topic" ? fields.map(nameModel) : fields };
}

/** Entities that are compared between two pauses: a few milliseconds. */
const comparedPerStep = 100;

function byId<T extends { readonly id: string }>(entities: Iterable<T>): T[] {
  return [...entities].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Compares objects, and lists of objects of equal length, member by member; all else as a whole. */
function diff(from: unknown, to: unknown, path: readonly PathKey[]): FieldChange[] {
  if (canonicalJson(from ?? null) === canonicalJson(to ?? null)) return [];
  if (Array.isArray(from) && Array.isArray(to)) {
    if (from.length === to.length && [...from, ...to].every(isRecord)) {
      return from.flatMap((item, index) => diff(item, to[index], [...path, index]));
    }
  } else if (isRecord(from) && isRecord(to)) {
    const keys = [...new Set([...Object.keys(to), ...Object.keys(from)])];
    return keys.flatMap((key) => diff(from[key], to[key], [...path, key]));
  }
  return [{ path: formatPath(path), from, to }];
}
