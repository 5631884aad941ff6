import { primaryLanguage } from "../../contract/language.ts";
import type { NoAdReason, Slot } from "../eligibility.ts";
import { blockedClauses } from "./blocked.ts";
import type { CampaignIndex } from "./campaign-index.ts";
import { Clause, inAll } from "./clause.ts";
import { blockSize } from "./dense-set.ts";
import type { PositionSet } from "./position-set.ts";
import type { QueryClauses } from "./query-clause-cache.ts";
import { anyWebFormat, type Target, type Targets, takesAnyWebFormat } from "./targets.ts";

/**
 * The clauses of a slot, without targeted topics: one for each property that at least one campaign of the index restricts. `due`
 * is wider than the schedule, so check `isRunning` of the schedule for each position.
 */
export function queryClauses(index: CampaignIndex, slot: Slot): QueryClauses {
  const clauses = clausesForAnyTopics(index, slot);
  const { targets } = index.parts;
  if (targets.excluded.topics.size === 0 || slot.topics.length === 0) return clauses;
  const excluded = collected((to) => addExcludedTopics(to, targets, slot));
  if (excluded.length === 0) return clauses;
  return { all: [...clauses.all, ...excluded], untargeted: [...clauses.untargeted, ...excluded] };
}

/** The same for a slot whose topics no campaign excludes. Most requests repeat an earlier slot with other topics. */
function clausesForAnyTopics(index: CampaignIndex, slot: Slot): QueryClauses {
  if (!takesAnyWebFormat(slot.formats)) return clausesOf(index, slot);
  const { platformId, placement, exclusions, language, isPremium, hasIdentity } = slot;
  for (const cached of index.clauseCache) {
    if (
      cached.platformId === platformId &&
      cached.placement === placement &&
      cached.exclusions === exclusions &&
      cached.language === language &&
      cached.isPremium === isPremium &&
      cached.hasIdentity === hasIdentity
    ) {
      cached.uses += 1;
      if (cached.uses === usesBeforeMerging(index)) cached.clauses = mergedClausesOf(index, slot);
      return cached.clauses;
    }
  }
  const clauses = clausesOf(index, slot);
  if (index.clauseCache.length >= maxCached) index.clauseCache.shift();
  const key = { platformId, placement, exclusions, language, isPremium, hasIdentity };
  index.clauseCache.push({ ...key, uses: 1, clauses });
  return clauses;
}

const maxCached = 16;

/**
 * Merging takes about 1 µs for each block (1 ms for a million campaigns; 16 ms the first time, before the engine has compiled
 * it) and saves 0.4 µs of each later request. So a slot is merged after 16 uses for each block.
 */
function usesBeforeMerging({ size }: CampaignIndex): number {
  return 1 + 16 * Math.ceil(size / blockSize);
}

function clausesOf(index: CampaignIndex, slot: Slot): QueryClauses {
  const { topics } = index.parts.targets;
  const all = [...changingClauses(index), ...fixedClauses(index, slot)];
  return { all, untargeted: topics === undefined ? all : [...all, new Clause([topics.any])] };
}

/** The same with one set for all clauses that never change, so that a position is looked up once instead of once for each clause. */
function mergedClausesOf(index: CampaignIndex, slot: Slot): QueryClauses {
  const { topics } = index.parts.targets;
  const changing = changingClauses(index);
  const fixed = new Clause([inAll(fixedClauses(index, slot), index.size)]);
  const all = [...changing, fixed];
  if (topics === undefined) return { all, untargeted: all };
  const untargeted = new Clause([inAll([fixed, new Clause([topics.any])], index.size)]);
  return { all, untargeted: [...changing, untargeted] };
}

/** The clauses that change: active and due campaigns. */
function changingClauses({ active, parts: { schedule } }: CampaignIndex): readonly Clause[] {
  const due = schedule.due === undefined ? [] : [new Clause([schedule.due])];
  return [new Clause([active]), ...due];
}

function fixedClauses(index: CampaignIndex, slot: Slot): readonly Clause[] {
  const { targets } = index.parts;
  return collected((clauses) => {
    addPlatforms(clauses, targets, slot);
    addPlacements(clauses, targets, slot);
    clauses.push(...blockedClauses(index, slot.exclusions));
    addPremium(clauses, targets, slot);
    clauses.push(creativeClause(targets, slot));
    addTarget(clauses, targets.languages, languagesOf(slot));
    addUncapped(clauses, targets, slot);
  });
}

/** Campaigns that target a topic and have a creative in the slot's language; `undefined` when there are none. */
export function topicClause(index: CampaignIndex, slot: Slot, topicId: string): Clause | undefined {
  const byLanguage = index.parts.targets.topics?.of.get(topicId);
  if (byLanguage === undefined) return undefined;
  const sets = languagesOf(slot).flatMap((language) => byLanguage.get(language) ?? []);
  return sets.length === 0 ? undefined : new Clause(sets);
}

/** The clauses by reason, in the order of the checks: a campaign that fails a stage fails for its reason. */
export function stagesOf(
  index: CampaignIndex,
  slot: Slot,
): readonly { readonly reason: NoAdReason; readonly clauses: readonly Clause[] }[] {
  const { targets, schedule, listed } = index.parts;
  const formats = slotFormats(slot).flatMap((format) => targets.formats.get(format) ?? []);
  return [
    { reason: "no_campaign", clauses: [new Clause([listed])] },
    { reason: "platform", clauses: collected((to) => addPlatforms(to, targets, slot)) },
    { reason: "placement", clauses: collected((to) => addPlacements(to, targets, slot)) },
    { reason: "blocked", clauses: blockedClauses(index, slot.exclusions) },
    { reason: "schedule", clauses: schedule.due === undefined ? [] : [new Clause([schedule.due])] },
    { reason: "premium", clauses: collected((to) => addPremium(to, targets, slot)) },
    {
      reason: "topic",
      clauses: collected((to) => {
        addTopics(to, targets, slot);
        addExcludedTopics(to, targets, slot);
      }),
    },
    { reason: "format", clauses: [new Clause(formats)] },
    {
      reason: "language",
      clauses: collected((to) => {
        to.push(creativeClause(targets, slot));
        addTarget(to, targets.languages, languagesOf(slot));
      }),
    },
    { reason: "no_identity", clauses: collected((to) => addUncapped(to, targets, slot)) },
  ];
}

function collected(add: (clauses: Clause[]) => void): readonly Clause[] {
  const clauses: Clause[] = [];
  add(clauses);
  return clauses;
}

function addTarget(clauses: Clause[], target: Target, values: readonly string[]): void {
  if (target === undefined) return;
  const sets: PositionSet[] = [target.any];
  for (const value of values) {
    const set = target.of.get(value);
    if (set !== undefined) sets.push(set);
  }
  clauses.push(new Clause(sets));
}

function addExcluded(clauses: Clause[], excluded: ReadonlyMap<string, Clause>, value: string): void {
  const clause = excluded.get(value);
  if (clause !== undefined) clauses.push(clause);
}

function addPlatforms(clauses: Clause[], { platforms, excluded }: Targets, { platformId }: Slot): void {
  addTarget(clauses, platforms, [platformId]);
  addExcluded(clauses, excluded.platforms, platformId);
}

function addPlacements(clauses: Clause[], { placements, excluded }: Targets, { placement }: Slot): void {
  addTarget(clauses, placements, [placement]);
  addExcluded(clauses, excluded.placements, placement);
}

function addExcludedTopics(clauses: Clause[], { excluded }: Targets, { topics }: Slot): void {
  for (const { topicId } of topics) addExcluded(clauses, excluded.topics, topicId);
}

function addTopics(clauses: Clause[], { topics }: Targets, slot: Slot): void {
  if (topics === undefined) return;
  const matched = slot.topics.flatMap(({ topicId }) => [...(topics.of.get(topicId)?.values() ?? [])]);
  clauses.push(new Clause([topics.any, ...matched]));
}

function addPremium(clauses: Clause[], { premium }: Targets, { isPremium }: Slot): void {
  if (premium !== undefined) clauses.push(new Clause([isPremium ? premium.withAccount : premium.without]));
}

function addUncapped(clauses: Clause[], { uncapped }: Targets, { hasIdentity }: Slot): void {
  if (uncapped !== undefined && !hasIdentity) clauses.push(new Clause([uncapped]));
}

/** Campaigns with a creative of an accepted format, in the exact language or the primary one. */
function creativeClause({ creatives }: Targets, slot: Slot): Clause {
  const sets: PositionSet[] = [];
  const languages = languagesOf(slot);
  for (const format of slotFormats(slot)) {
    const byLanguage = creatives.get(format);
    if (byLanguage === undefined) continue;
    for (const language of languages) {
      const set = byLanguage.get(language);
      if (set !== undefined) sets.push(set);
    }
  }
  return new Clause(sets);
}

function slotFormats({ formats }: Slot): readonly string[] {
  return takesAnyWebFormat(formats) ? anyWeb : [...formats];
}

const anyWeb: readonly string[] = [anyWebFormat];

function languagesOf({ language }: Slot): readonly string[] {
  const primary = primaryLanguage(language);
  return primary === language ? [language] : [language, primary];
}
