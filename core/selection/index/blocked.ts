import type { Campaign } from "../../catalog/entities.ts";
import { type CooperativeTask, runSync } from "../../timing/cooperative-task.ts";
import type { PlatformExclusions } from "../platform-exclusions.ts";
import type { CampaignIndex } from "./campaign-index.ts";
import { type Clause, union } from "./clause.ts";
import { blockSize, DenseSet } from "./dense-set.ts";
import { notIn } from "./none-of.ts";
import { NotOfAdvertisers } from "./not-of-advertisers.ts";
import type { SetBuilder } from "./position-set.ts";
import { setOf } from "./targets.ts";

/** Campaigns that are read between two pauses. */
const stepSize = 1_000;
/** Up to this many are collected when a request first needs their advertisers. */
const fewAtOnce = 1_024;
/** The clauses of an index take at most 16 MB, a bit for each campaign. */
const maxCachedBits = 2 ** 27;
const maxCached = 4_096;

/** Collects the positions of each advertiser's campaigns. Only platforms that exclude advertisers need them. */
export function* collectAdvertisers(
  campaigns: readonly Campaign[],
): CooperativeTask<ReadonlyMap<string, SetBuilder>> {
  const sets = new Map<string, SetBuilder>();
  for (let position = 0; position < campaigns.length; position++) {
    const campaign = campaigns[position];
    if (campaign !== undefined) setOf(sets, campaign.advertiser, campaigns.length).add(position);
    if (position % stepSize === stepSize - 1) yield;
  }
  return sets;
}

/** The clauses of the campaigns that a platform does not exclude; empty when it excludes no campaign of the index. */
export function blockedClauses(
  index: CampaignIndex,
  exclusions: PlatformExclusions | undefined,
): readonly Clause[] {
  if (exclusions === undefined) return [];
  const cached = index.blockedCache.get(exclusions);
  if (cached !== undefined) return cached;
  const clauses = blockedClausesOf(index, exclusions);
  index.blockedCache.set(exclusions, clauses);
  if (index.blockedCache.size > Math.min(maxCached, maxCachedBits / index.size)) {
    for (const oldest of index.blockedCache.keys()) {
      index.blockedCache.delete(oldest);
      break;
    }
  }
  return clauses;
}

function blockedClausesOf(
  index: CampaignIndex,
  { advertisers, topics }: PlatformExclusions,
): readonly Clause[] {
  const { campaigns, targets } = index.parts;
  const clauses: Clause[] = [];
  if (advertisers.size > 0 && index.advertisers === undefined) {
    if (index.size <= fewAtOnce) index.advertisers = runSync(collectAdvertisers(campaigns));
    else clauses.push(new NotOfAdvertisers(campaigns, advertisers));
  }
  const sets = [
    ...[...advertisers].flatMap((name) => index.advertisers?.get(name)?.build() ?? []),
    ...[...topics].flatMap((id) => [...(targets.topics?.of.get(id)?.values() ?? [])]),
  ];
  if (sets.length === 0) return clauses;
  const words = new Uint32Array(Math.ceil(index.size / blockSize) * 32);
  union(sets, words);
  return [...clauses, notIn(DenseSet.of(words, index.size))];
}
