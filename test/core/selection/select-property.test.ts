import { describe, expect, it } from "vitest";
import { adFormats } from "../../../core/contract/formats.ts";
import { type ExclusionReason, exclusionReasons } from "../../../core/selection/active-set.ts";
import type { Slot } from "../../../core/selection/eligibility.ts";
import type { LiveIndex } from "../../../core/selection/live-index.ts";
import type { Contender } from "../../../core/selection/ranking.ts";
import { type Selection, type SelectOptions, select } from "../../../core/selection/select.ts";
import { shortlist } from "../../../core/selection/shortlist.ts";
import { applyDelta, type Snapshot, touchedBy } from "../../../core/selection/snapshot.ts";
import { equalRates, estimateRates, type RateOf } from "../../../core/selection/view-rate.ts";
import type { CatalogDelta, EntityRef } from "../../../core/storage/catalog-change.ts";
import { seededDraw } from "../seeded.ts";
import { seeds } from "../seeds.ts";
import { settled } from "../settled.ts";
import { plainScan, plainShortlist } from "./plain-scan.ts";
import { type RandomCatalog, randomCatalog } from "./random-catalog.ts";
import { delta, emptyLineup, noon } from "./scenery.ts";

/** An instance that follows a random catalogue. */
interface Instance {
  readonly random: RandomCatalog;
  readonly liveIndex: LiveIndex;
  readonly snapshot: () => Snapshot;
  /** Something happens: campaigns and creatives come, change and go, leave and enter, rates are learnt. */
  readonly happen: (many?: number) => void;
}

function instanceOf(instanceSeed: number, campaigns: number, prices: number): Instance {
  const random = randomCatalog(instanceSeed, { prices });
  const { prng } = random;
  const liveIndex = emptyLineup(instanceSeed);
  const idOf = (): string => `c${prng.below(campaigns)}`;
  let snapshot: Snapshot | undefined;
  const follow = (change: CatalogDelta): void => {
    const touched = touchedBy(snapshot, change);
    snapshot = applyDelta(snapshot, change);
    const { creatives, reload } = change;
    liveIndex.change({ catalog: snapshot, isReload: reload, touched, creatives });
  };
  const ids = Array.from({ length: campaigns }, (_, index) => `c${index}`);
  follow(
    delta("1", {
      reload: true,
      campaigns: ids.map((id) => random.campaign(id)),
      creatives: ids.flatMap((id) => random.creatives(id)),
    }),
  );
  const current = (): Snapshot => {
    if (snapshot === undefined) throw new Error("there is no snapshot yet");
    return snapshot;
  };
  const removals = (): readonly EntityRef[] => {
    const creativeIds = [...current().creatives.keys()];
    const creative =
      creativeIds.length > 0 ? [{ kind: "creative" as const, id: prng.pick(creativeIds) }] : [];
    return [...creative, ...(prng.below(3) === 0 ? [{ kind: "campaign" as const, id: idOf() }] : [])];
  };
  const changes: readonly ((many: number) => void)[] = [
    (many) => follow(delta("n", { campaigns: Array.from({ length: many }, () => random.campaign(idOf())) })),
    () => follow(delta("n", { campaigns: [random.campaign(`new${prng.below(9)}`)] })),
    () => follow(delta("n", { creatives: random.creatives(idOf()) })),
    () => follow(delta("n", { creatives: random.creatives(`new${prng.below(9)}`) })),
    () => follow(delta("n", { removed: removals() })),
    () => liveIndex.active.leave(idOf(), prng.pick<ExclusionReason>(exclusionReasons)),
    () => liveIndex.active.leave(idOf(), prng.pick<ExclusionReason>(exclusionReasons)),
    () => liveIndex.active.enter(idOf()),
    () => liveIndex.active.enter(idOf(), prng.pick<ExclusionReason>(exclusionReasons)),
    () => liveIndex.rerank(prng.below(2) === 0 ? equalRates : randomRates(prng.below(1_000))),
  ];
  return { random, liveIndex, snapshot: current, happen: (many = 1) => prng.pick(changes)(many) };
}

function randomRates(salt: number): RateOf {
  const total = { issued: 1_000, seen: 450 };
  return estimateRates({ web: total, bot: { issued: 500, seen: 20 } }, (id) => {
    const number = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + salt) % 1_009, 7);
    return number % 3 === 0 ? undefined : { issued: number, seen: Math.floor((number * (number % 7)) / 7) };
  });
}

function optionsOf({ random: { prng }, snapshot }: Instance): SelectOptions {
  const creativeIds = [...snapshot().creatives.keys()];
  const campaignIds = [...snapshot().campaigns.keys()];
  const isRepeated = prng.below(3) === 0 && creativeIds.length > 0;
  const isRefused = prng.below(5) === 0 && campaignIds.length > 0;
  return {
    recentCreativeIds: isRepeated
      ? [...new Set(Array.from({ length: 1 + prng.below(16) }, () => prng.pick(creativeIds)))]
      : [],
    refused: new Map(isRefused ? [[prng.pick(campaignIds), "frequency_cap" as const]] : []),
  };
}

function answerOf(selection: Selection): unknown {
  return selection.selected
    ? selection.choices.map(({ campaign, version, topicId }) => [campaign, version, topicId])
    : selection.reason;
}

/** Compares the answer to one request, to the ad and the creative. */
function compareAnswers(instance: Instance, slot: Slot): void {
  const { liveIndex, snapshot, random } = instance;
  const options = optionsOf(instance);
  const drawSeed = random.prng.below(2 ** 31);
  const { rateOf } = liveIndex.at(slot.now);
  const eligible = withEligible(options, instance, slot);
  const found = select(liveIndex, slot, seededDraw(drawSeed), eligible);
  const request = { catalog: snapshot(), liveIndex, rateOf, slot, draw: seededDraw(drawSeed) };
  const defined = plainScan({ ...request, ...eligible });
  expect(answerOf(found)).toEqual(answerOf(defined));
}

/** The store refuses only what was offered. */
function withEligible(options: SelectOptions, { liveIndex, snapshot }: Instance, slot: Slot): SelectOptions {
  if (options.refused?.size === 0) return options;
  const { rateOf } = liveIndex.at(slot.now);
  const offered = plainShortlist({ catalog: snapshot(), liveIndex, rateOf, slot, draw: () => 0 });
  const ids = new Set(offered.map(({ campaign }) => campaign.id));
  return { ...options, refused: new Map([...(options.refused ?? [])].filter(([id]) => ids.has(id))) };
}

/** Compares whom a request's ad is drawn from, where campaigns are worth the same. */
function compareShortlists(instance: Instance, slot: Slot): void {
  const { liveIndex, snapshot } = instance;
  const { recentCreativeIds = [] } = optionsOf(instance);
  const { indexes, rateOf } = liveIndex.at(slot.now);
  const request = { slot, rateOf, draw: () => 0, refused: new Map(), recentCreativeIds };
  const inOrder = (contenders: readonly Contender[]): readonly unknown[] =>
    contenders
      .map(({ campaign, creatives, relevance, topicId }) => ({ campaign, creatives, relevance, topicId }))
      .sort((a, b) => (a.campaign.id < b.campaign.id ? -1 : 1));
  const defined = plainShortlist({ catalog: snapshot(), liveIndex, ...request });
  expect(inOrder(shortlist(indexes, request))).toEqual(inOrder(defined));
}

/** An hour on, a week on, or the clock is set back. */
function later(instance: Instance, now: number): number {
  const hours = instance.random.prng.pick([0, 0, 0, 0.25, 1, 5, 24, -2]);
  const then = now + hours * 3_600_000;
  return Math.abs(then - noon) > 4 * 24 * 3_600_000 ? noon : then;
}

const anyFormat = { surface: "web", formats: new Set(adFormats) } as const;

describe.each(seeds)("the index selects as a plain scan does, from seed %i,", (seed) => {
  it("in 27,000 requests to catalogues that change in between, to the ad and the creative", () => {
    for (let round = 0; round < 54; round++) {
      const instance = instanceOf(seed + round, 1 + ((round * 7) % 60), 1_000_000_000);
      let now = noon;
      for (let request = 0; request < 500; request++) {
        if (request % 4 === 0) instance.happen();
        if (request % 16 === 0) now = later(instance, now);
        compareAnswers(instance, instance.random.slot(now));
      }
    }
  });

  it("in 1,000 requests that repeat few slots with other topics, whose clauses are merged", () => {
    for (let round = 0; round < 4; round++) {
      const instance = instanceOf(seed + round, 200, 1_000_000_000);
      const { random } = instance;
      const repeated = Array.from({ length: 4 }, (): Slot => ({ ...random.slot(noon), ...anyFormat }));
      for (let request = 0; request < 250; request++) {
        const { topics } = random.slot(noon);
        compareAnswers(instance, { ...random.prng.pick(repeated), topics });
      }
    }
  });

  it("in 5,000 requests among campaigns that are worth the same", () => {
    for (let round = 0; round < 10; round++) {
      const instance = instanceOf(seed + round, 40, 5);
      let now = noon;
      for (let request = 0; request < 500; request++) {
        if (request % 4 === 0) instance.happen();
        if (request % 16 === 0) now = later(instance, now);
        compareShortlists(instance, instance.random.slot(now));
      }
    }
  });

  it("in 2,000 requests to a large catalogue, with changes that stand beside it and while a new index is made", async () => {
    for (let round = 0; round < 4; round++) {
      const instance = instanceOf(seed + round, 1_500, 1_000_000_000);
      let now = noon;
      for (let request = 0; request < 500; request++) {
        if (request % 2 === 0) instance.happen(30);
        if (request % 16 === 0) now = later(instance, now);
        if (request % 20 === 0) await settled();
        compareAnswers(instance, instance.random.slot(now));
      }
      await instance.liveIndex.settled();
      compareAnswers(instance, instance.random.slot(now));
    }
  });
});
