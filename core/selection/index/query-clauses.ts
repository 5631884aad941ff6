import { primaryLanguage } from "../../contract/language.ts";
import type { NoAdReason, Slot } from "../eligibility.ts";
import type { CampaignIndex } from "./campaign-index.ts";
import { Clause, inAll } from "./clause.ts";
import { blockSize } from "./dense-set.ts";
import type { PositionSet } from "./position-set.ts";
import type { QueryClauses } from "./query-clause-cache.ts";
import { anyWebFormat, type Target, type Targets, takesAnyWebFormat } from "./targets.ts";

/**
 * What a slot asks of campaigns, but for topics: a family for each thing asked that at least one campaign of the index
 * does not offer to everyone. `due` is wider than the schedule: ask the agenda about who is found.
 */
export function queryClauses(index: CampaignIndex, slot: Slot): QueryClauses {
  if (!takesAnyWebFormat(slot.formats)) return familiesOf(index, slot);
  const { platformId, placement, language, isPremium } = slot;
  for (const asked of index.asked) {
    if (
      asked.platformId === platformId &&
      asked.placement === placement &&
      asked.language === language &&
      asked.isPremium === isPremium
    ) {
      asked.times += 1;
      if (asked.times === timesBeforeMerging(index)) asked.families = mergedFamiliesOf(index, slot);
      return asked.families;
    }
  }
  const families = familiesOf(index, slot);
  if (index.asked.length >= mostAsked) index.asked.shift();
  index.asked.push({ platformId, placement, language, isPremium, times: 1, families });
  return families;
}

const mostAsked = 16;

/**
 * Merging takes about 1 µs for each block (1 ms for a million campaigns; 16 ms the first time, when it is not compiled yet)
 * and saves 0.4 µs of each request after it, so it is done for a slot that was asked for 16 times as often as there are
 * blocks.
 */
function timesBeforeMerging({ size }: CampaignIndex): number {
  return 1 + 16 * Math.ceil(size / blockSize);
}

function familiesOf(index: CampaignIndex, slot: Slot): QueryClauses {
  const { topics } = index.parts.targets;
  const all = [...changingFamilies(index), ...fixedFamilies(index, slot)];
  return { all, untargeted: topics === undefined ? all : [...all, new Clause([topics.any])] };
}

/** The same in fewer sets: what never changes is one, so that a campaign is looked up once instead of for each thing asked. */
function mergedFamiliesOf(index: CampaignIndex, slot: Slot): QueryClauses {
  const { topics } = index.parts.targets;
  const changing = changingFamilies(index);
  const fixed = new Clause([inAll(fixedFamilies(index, slot), index.size)]);
  const all = [...changing, fixed];
  if (topics === undefined) return { all, untargeted: all };
  const untargeted = new Clause([inAll([fixed, new Clause([topics.any])], index.size)]);
  return { all, untargeted: [...changing, untargeted] };
}

/** Who is active, and who is due. */
function changingFamilies({ active, parts: { agenda } }: CampaignIndex): readonly Clause[] {
  const due = agenda.due === undefined ? [] : [new Clause([agenda.due])];
  return [new Clause([active]), ...due];
}

function fixedFamilies({ parts: { targets } }: CampaignIndex, slot: Slot): readonly Clause[] {
  return collected((families) => {
    addTarget(families, targets.platforms, [slot.platformId]);
    addTarget(families, targets.placements, [slot.placement]);
    addPremium(families, targets, slot);
    families.push(creativeFamily(targets, slot));
    addTarget(families, targets.languages, languagesOf(slot));
  });
}

/** Campaigns that target a topic and have a creative in the slot's language; `undefined` when there is none. */
export function topicClause(index: CampaignIndex, slot: Slot, topicId: string): Clause | undefined {
  const byLanguage = index.parts.targets.topics?.of.get(topicId);
  if (byLanguage === undefined) return undefined;
  const sets = languagesOf(slot).flatMap((language) => byLanguage.get(language) ?? []);
  return sets.length === 0 ? undefined : new Clause(sets);
}

/** What is asked stage by stage, in the order of the reasons: who fails a stage is out for that reason. */
export function stagesOf(
  index: CampaignIndex,
  slot: Slot,
): readonly { readonly reason: NoAdReason; readonly families: readonly Clause[] }[] {
  const { targets, agenda, listed } = index.parts;
  const formats = slotFormats(slot).flatMap((format) => targets.formats.get(format) ?? []);
  return [
    { reason: "no_campaign", families: [new Clause([listed])] },
    { reason: "platform", families: collected((to) => addTarget(to, targets.platforms, [slot.platformId])) },
    { reason: "placement", families: collected((to) => addTarget(to, targets.placements, [slot.placement])) },
    { reason: "schedule", families: agenda.due === undefined ? [] : [new Clause([agenda.due])] },
    { reason: "premium", families: collected((to) => addPremium(to, targets, slot)) },
    { reason: "topic", families: collected((to) => addTopics(to, targets, slot)) },
    { reason: "format", families: [new Clause(formats)] },
    {
      reason: "language",
      families: collected((to) => {
        to.push(creativeFamily(targets, slot));
        addTarget(to, targets.languages, languagesOf(slot));
      }),
    },
  ];
}

function collected(add: (families: Clause[]) => void): readonly Clause[] {
  const families: Clause[] = [];
  add(families);
  return families;
}

function addTarget(families: Clause[], target: Target, values: readonly string[]): void {
  if (target === undefined) return;
  const sets: PositionSet[] = [target.any];
  for (const value of values) {
    const set = target.of.get(value);
    if (set !== undefined) sets.push(set);
  }
  families.push(new Clause(sets));
}

function addTopics(families: Clause[], { topics }: Targets, slot: Slot): void {
  if (topics === undefined) return;
  const matched = slot.topics.flatMap(({ topicId }) => [...(topics.of.get(topicId)?.values() ?? [])]);
  families.push(new Clause([topics.any, ...matched]));
}

function addPremium(families: Clause[], { premium }: Targets, { isPremium }: Slot): void {
  if (premium !== undefined) families.push(new Clause([isPremium ? premium.withAccount : premium.without]));
}

/** Campaigns with a creative of a format that is taken, in the exact language or the primary one. */
function creativeFamily({ creatives }: Targets, slot: Slot): Clause {
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
