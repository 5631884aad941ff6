import type { CatalogChange, EntityKind, EntityRef } from "../storage.ts";
import { atOnce, type Steps } from "../timing/in-pieces.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Catalog } from "./entities.ts";
import { formatPath, type PathKey } from "./messages.ts";
import { isRecord } from "./record.ts";
import { nameModel, trainedTopics } from "./topic-models.ts";
import { versionCreative } from "./version.ts";

/** One field that differs; `undefined` where it is absent. */
export interface FieldChange {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface PlannedChange {
  readonly kind: EntityKind;
  readonly id: string;
  readonly action: "create" | "update" | "remove";
  /** Of an update: what differs. */
  readonly fields?: readonly FieldChange[] | undefined;
}

export interface CatalogPlan {
  /** Creations and updates, what is referred to first; then removals in the opposite order; by id within a kind. */
  readonly changes: readonly PlannedChange[];
  /** For `ManagementStore.applyCatalog`, together with the version that `current` was read at. */
  readonly upserts: CatalogChange["upserts"];
  readonly removals: readonly EntityRef[];
}

/**
 * What has to change for `current` to become `next`: nothing that is equal, so the plan after its application is
 * empty. What `next` leaves out is removed only with `prune`. When topics change, all that learn from examples are
 * trained anew here, which takes seconds for a hundred of them: a process that serves uses {@link planInSteps}.
 */
export function planCatalog(
  current: Catalog,
  next: Catalog,
  options: { readonly prune: boolean },
): CatalogPlan {
  return atOnce(planInSteps(current, next, options));
}

/** The same, in pieces of milliseconds. */
export function* planInSteps(
  current: Catalog,
  next: Catalog,
  options: { readonly prune: boolean },
): Steps<CatalogPlan> {
  const topics = yield* trainedTopics(current.topics, next.topics, options);
  const changes: PlannedChange[] = [];
  const removed: EntityRef[][] = [];
  const compare = <T extends { readonly id: string }>(
    kind: EntityKind,
    before: readonly T[],
    after: readonly T[],
  ): T[] => {
    const stored = new Map(before.map((entity) => [entity.id, entity]));
    const wanted = new Map(after.map((entity) => [entity.id, entity]));
    const changed: T[] = [];
    for (const entity of byId(wanted.values())) {
      const old = stored.get(entity.id);
      if (old === undefined) changes.push({ kind, id: entity.id, action: "create" });
      else {
        const fields = diff(old, entity, []);
        if (fields.length === 0) continue;
        changes.push({
          kind,
          id: entity.id,
          action: "update",
          fields: kind === "topic" ? fields.map(nameModel) : fields,
        });
      }
      changed.push(entity);
    }
    if (options.prune) {
      const gone = byId(stored.values()).filter(({ id }) => !wanted.has(id));
      removed.unshift(gone.map(({ id }) => ({ kind, id })));
    }
    return changed;
  };
  const upserts = {
    publishers: compare("publisher", current.publishers, next.publishers),
    platforms: compare("platform", current.platforms, next.platforms),
    topics: compare("topic", current.topics, topics),
    campaigns: compare("campaign", current.campaigns, next.campaigns),
    creatives: compare("creative", current.creatives, next.creatives).map(versionCreative),
  };
  const removals = removed.flat();
  for (const { kind, id } of removals) changes.push({ kind, id, action: "remove" });
  return { changes, upserts, removals };
}

function byId<T extends { readonly id: string }>(entities: Iterable<T>): T[] {
  return [...entities].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Objects, and lists of objects of one length, are compared member by member; anything else as a whole. */
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
