import type { Campaign, CreativeVersion } from "../../catalog/entities.ts";
import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { maxWorth } from "../ranking.ts";
import { hasSchedule } from "../schedule.ts";
import type { Draw } from "../tie-sampling.ts";
import type { RateOf } from "../view-rate.ts";
import { collectAdvertisers } from "./blocked.ts";
import { CampaignIndex } from "./campaign-index.ts";
import { DenseSet } from "./dense-set.ts";
import { IdTable } from "./id-table.ts";
import { rankOrder } from "./rank-order.ts";
import { ScheduleIndex } from "./schedule-index.ts";
import { TargetsBuilder } from "./targets.ts";

/** The entities to compile. They may change during the build; only changed entities are undefined then. */
export interface IndexSource {
  readonly campaigns: Counted<Campaign>;
  /** Creatives without a campaign are kept, in case the campaign is added. */
  readonly creatives: Counted<CreativeVersion>;
}

/** A collection of known size, such as a Map. */
export interface Counted<T> {
  readonly size: number;
  readonly values: () => Iterable<T>;
}

/** How an index is ordered. */
export interface CompileOptions {
  /** View rates for the bounds. */
  readonly rateOf: RateOf;
  /** Draws the order of campaigns of one bound. */
  readonly draw: Draw;
  /** Whether the advertisers are collected, too. Default: false. */
  readonly hasAdvertisers?: boolean | undefined;
}

/** Entities that are read between two pauses. */
const stepSize = 1_000;

/** Compiles an index of campaigns. Paused campaigns are included but not listed. */
export function* compileIndex(
  source: IndexSource,
  { rateOf, draw, hasAdvertisers = false }: CompileOptions,
): CooperativeTask<CampaignIndex> {
  const { campaigns, positions } = yield* collect(source.campaigns);
  const owned = yield* assign(source.creatives, campaigns.length, positions);
  const bounds = new Float64Array(campaigns.length);
  for (let index = 0; index < campaigns.length; index++) {
    const campaign = campaigns[index];
    if (campaign !== undefined) bounds[index] = maxWorth(campaign, owned.of(index), rateOf);
    if (index % stepSize === stepSize - 1) yield;
  }
  const index = yield* arrange(campaigns, owned, bounds, yield* rankOrder(bounds, draw));
  if (hasAdvertisers) index.advertisers = yield* collectAdvertisers(index.parts.campaigns);
  return index;
}

function* collect(
  source: Counted<Campaign>,
): CooperativeTask<{ readonly campaigns: readonly Campaign[]; readonly positions: IdTable }> {
  const campaigns = roomFor<Campaign>(source.size);
  let count = 0;
  for (const campaign of source.values()) {
    campaigns[count] = campaign;
    count += 1;
    if (count % (5 * stepSize) === 0) yield;
  }
  campaigns.length = count;
  return { campaigns, positions: yield* tableOf(campaigns) };
}

/** Allocates at once: a growing array leaves so much garbage that its collection blocks the event loop. */
function roomFor<T>(count: number): T[] {
  const room: T[] = [];
  room.length = count;
  return room;
}

function* tableOf(campaigns: readonly Campaign[]): CooperativeTask<IdTable> {
  const positions = new IdTable(campaigns.length, (place) => campaigns[place]?.id);
  for (let place = 0; place < campaigns.length; place++) {
    positions.add(campaigns[place]?.id ?? "", place);
    if (place % stepSize === stepSize - 1) yield;
  }
  return positions;
}

/** The creatives of each campaign, without an array for each. */
interface Owned {
  readonly orphans: readonly CreativeVersion[];
  readonly all: readonly CreativeVersion[];
  readonly starts: Uint32Array;
  readonly of: (index: number) => readonly CreativeVersion[];
}

function* assign(source: Counted<CreativeVersion>, size: number, positions: IdTable): CooperativeTask<Owned> {
  const versions = roomFor<CreativeVersion>(source.size);
  const owners = roomFor<number>(source.size);
  const orphans: CreativeVersion[] = [];
  const starts = new Uint32Array(size + 1);
  let count = 0;
  let looked = 0;
  for (const version of source.values()) {
    const owner = positions.find(version.creative.campaignId);
    if (owner < 0) orphans.push(version);
    else {
      versions[count] = version;
      owners[count] = owner;
      count += 1;
      starts[owner + 1] = (starts[owner + 1] ?? 0) + 1;
    }
    looked += 1;
    if (looked % stepSize === 0) yield;
  }
  versions.length = count;
  for (let index = 0; index < size; index++) {
    starts[index + 1] = (starts[index + 1] ?? 0) + (starts[index] ?? 0);
    if (index % (100 * stepSize) === 0) yield;
  }
  const next = starts.slice();
  const all = versions.slice();
  for (let index = 0; index < count; index++) {
    const owner = owners[index] ?? 0;
    const version = versions[index];
    const place = next[owner] ?? 0;
    if (version !== undefined) all[place] = version;
    next[owner] = place + 1;
    if (index % (10 * stepSize) === 0) yield;
  }
  return { orphans, all, starts, of: (index) => all.slice(starts[index], starts[index + 1]) };
}

/** Lays everything out in the order of the bounds. */
function* arrange(
  unordered: readonly Campaign[],
  owned: Owned,
  unorderedBounds: Float64Array,
  order: Uint32Array,
): CooperativeTask<CampaignIndex> {
  const size = unordered.length;
  // Written by their index: what is pushed to grows by halves.
  const campaigns = unordered.slice();
  const creatives = owned.all.slice();
  let creativeCount = 0;
  const creativeStarts = new Uint32Array(size + 1);
  const bounds = new Float64Array(size);
  const weightsBefore = new Uint32Array(size + 1);
  const targets = new TargetsBuilder(size);
  const scheduled: number[] = [];
  const listed = new DenseSet(size);
  for (let position = 0; position < size; position++) {
    const index = order[position] ?? 0;
    const campaign = unordered[index];
    if (campaign === undefined) throw new RangeError("The order names a missing campaign: report this bug.");
    const own = owned.of(index);
    campaigns[position] = campaign;
    for (const version of own) {
      creatives[creativeCount] = version;
      creativeCount += 1;
    }
    creativeStarts[position + 1] = creativeCount;
    bounds[position] = unorderedBounds[index] ?? 0;
    weightsBefore[position + 1] = (weightsBefore[position] ?? 0) + campaign.weight;
    targets.add(position, campaign, own);
    if (hasSchedule(campaign)) scheduled.push(position);
    if (campaign.status === "active" && own.length > 0) listed.add(position);
    if (position % stepSize === stepSize - 1) yield;
  }
  const hasUnitWeights = weightsBefore[size] === size;
  const schedule = new ScheduleIndex(campaigns, Uint32Array.from(scheduled));
  yield* schedule.fill();
  const positions = yield* tableOf(campaigns);
  return new CampaignIndex({
    campaigns,
    creatives,
    orphans: owned.orphans,
    creativeStarts,
    bounds,
    weightsBefore: hasUnitWeights ? undefined : weightsBefore,
    positions,
    targets: targets.build(),
    schedule,
    listed,
  });
}
