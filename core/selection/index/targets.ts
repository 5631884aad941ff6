import type { Campaign, CreativeVersion } from "../../catalog/entities.ts";
import { adFormats } from "../../contract/formats.ts";
import { allowsFormat } from "../eligibility.ts";
import type { Clause } from "./clause.ts";
import { notIn } from "./none-of.ts";
import { type PositionSet, SetBuilder } from "./position-set.ts";

/** The positions by value of one targeting list; `any` has campaigns without the list. `undefined`: no campaign has the list. */
export type Target = { readonly any: PositionSet; readonly of: ReadonlyMap<string, PositionSet> } | undefined;

/** By value of the campaigns' lists of exclusions: the positions that do not exclude it. No clause: none excludes it. */
export interface Exclusions {
  readonly platforms: ReadonlyMap<string, Clause>;
  readonly placements: ReadonlyMap<string, Clause>;
  readonly topics: ReadonlyMap<string, Clause>;
}

/** The targeting of all campaigns of an index as sets of positions. */
export interface Targets {
  readonly platforms: Target;
  readonly placements: Target;
  readonly languages: Target;
  readonly excluded: Exclusions;
  /**
   * By topic and by language of the creatives. Without the language, a question in a rare language would read all campaigns of
   * its topics. {@link noLanguage}: campaigns without an allowed creative.
   */
  readonly topics:
    | { readonly any: PositionSet; readonly of: ReadonlyMap<string, ReadonlyMap<string, PositionSet>> }
    | undefined;
  /** Campaigns for users with and without a premium account; `undefined` when all campaigns are for both. */
  readonly premium: { readonly withAccount: PositionSet; readonly without: PositionSet } | undefined;
  /** Campaigns without a frequency cap; `undefined` when no campaign has one. */
  readonly uncapped: PositionSet | undefined;
  /** Campaigns by format of their creatives; {@link anyWebFormat} has those with any web format. */
  readonly formats: ReadonlyMap<string, PositionSet>;
  /** The same by format and by language of the creative. */
  readonly creatives: ReadonlyMap<string, ReadonlyMap<string, PositionSet>>;
}

/** Key of {@link Targets.formats} for any web format. */
export const anyWebFormat = "web";
/** Key of {@link Targets.topics} for campaigns without an allowed creative. */
export const noLanguage = "";

/** Builds the sets. Campaigns are added in the order of their positions. */
export class TargetsBuilder {
  readonly #size: number;
  readonly #platforms: TargetBuilder;
  readonly #placements: TargetBuilder;
  readonly #languages: TargetBuilder;
  readonly #excludedPlatforms = new Map<string, SetBuilder>();
  readonly #excludedPlacements = new Map<string, SetBuilder>();
  readonly #excludedTopics = new Map<string, SetBuilder>();
  readonly #untargeted: SetBuilder;
  readonly #topics = new Map<string, Map<string, SetBuilder>>();
  readonly #withAccount: SetBuilder;
  readonly #without: SetBuilder;
  readonly #uncapped: SetBuilder;
  readonly #formats = new Map<string, SetBuilder>();
  readonly #creatives = new Map<string, Map<string, SetBuilder>>();

  constructor(size: number) {
    this.#size = size;
    this.#platforms = new TargetBuilder(size);
    this.#placements = new TargetBuilder(size);
    this.#languages = new TargetBuilder(size);
    this.#untargeted = new SetBuilder(size);
    this.#withAccount = new SetBuilder(size);
    this.#without = new SetBuilder(size);
    this.#uncapped = new SetBuilder(size);
  }

  add(position: number, campaign: Campaign, creatives: readonly CreativeVersion[]): void {
    this.#platforms.add(position, campaign.platforms);
    this.#placements.add(position, campaign.placements);
    this.#languages.add(position, campaign.languages);
    this.#exclude(this.#excludedPlatforms, position, campaign.excludedPlatforms);
    this.#exclude(this.#excludedPlacements, position, campaign.excludedPlacements);
    this.#exclude(this.#excludedTopics, position, campaign.excludedTopics);
    if (campaign.premium !== "never") this.#withAccount.add(position);
    if (campaign.premium !== "only") this.#without.add(position);
    if (campaign.frequencyCap === undefined) this.#uncapped.add(position);
    let isAllowed = false;
    for (const { creative } of creatives) {
      if (!allowsFormat(campaign, creative.format)) continue;
      isAllowed = true;
      this.#addCreative(position, creative.format, creative.language);
      if (creative.format !== "bot") this.#addCreative(position, anyWebFormat, creative.language);
      this.#addTopics(position, campaign.topics, creative.language);
    }
    if (campaign.topics === undefined) this.#untargeted.add(position);
    else if (!isAllowed) this.#addTopics(position, campaign.topics, noLanguage);
  }

  build(): Targets {
    const isForAll = this.#withAccount.count === this.#size && this.#without.count === this.#size;
    return {
      platforms: this.#platforms.build(),
      placements: this.#placements.build(),
      languages: this.#languages.build(),
      excluded: {
        platforms: notExcluded(this.#excludedPlatforms),
        placements: notExcluded(this.#excludedPlacements),
        topics: notExcluded(this.#excludedTopics),
      },
      topics:
        this.#untargeted.count === this.#size
          ? undefined
          : { any: this.#untargeted.build(), of: builtTwice(this.#topics) },
      premium: isForAll
        ? undefined
        : { withAccount: this.#withAccount.build(), without: this.#without.build() },
      uncapped: this.#uncapped.count === this.#size ? undefined : this.#uncapped.build(),
      formats: built(this.#formats),
      creatives: builtTwice(this.#creatives),
    };
  }

  #exclude(sets: Map<string, SetBuilder>, position: number, values: readonly string[] | undefined): void {
    if (values === undefined) return;
    for (const value of values) setOf(sets, value, this.#size).add(position);
  }

  #addCreative(position: number, format: string, language: string): void {
    setOf(this.#formats, format, this.#size).add(position);
    setOf(mapOf(this.#creatives, format), language, this.#size).add(position);
  }

  #addTopics(position: number, topics: readonly string[] | undefined, language: string): void {
    for (const topicId of topics ?? [])
      setOf(mapOf(this.#topics, topicId), language, this.#size).add(position);
  }
}

/** Whether a request accepts every web format and no other. */
export function takesAnyWebFormat(formats: ReadonlySet<string>): boolean {
  return formats.size === adFormats.length && !formats.has("bot");
}

class TargetBuilder {
  readonly #size: number;
  readonly #any: SetBuilder;
  readonly #of = new Map<string, SetBuilder>();
  #isUsed = false;

  constructor(size: number) {
    this.#size = size;
    this.#any = new SetBuilder(size);
  }

  add(position: number, values: readonly string[] | undefined): void {
    if (values === undefined) {
      this.#any.add(position);
      return;
    }
    this.#isUsed = true;
    for (const value of values) setOf(this.#of, value, this.#size).add(position);
  }

  build(): Target {
    return this.#isUsed ? { any: this.#any.build(), of: built(this.#of) } : undefined;
  }
}

function mapOf(maps: Map<string, Map<string, SetBuilder>>, key: string): Map<string, SetBuilder> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<string, SetBuilder>();
  maps.set(key, made);
  return made;
}

/** The set of a key, made when it is missing. */
export function setOf(sets: Map<string, SetBuilder>, key: string, size: number): SetBuilder {
  const known = sets.get(key);
  if (known !== undefined) return known;
  const made = new SetBuilder(size);
  sets.set(key, made);
  return made;
}

function built(sets: ReadonlyMap<string, SetBuilder>): ReadonlyMap<string, PositionSet> {
  return new Map([...sets].map(([key, set]) => [key, set.build()]));
}

function notExcluded(sets: ReadonlyMap<string, SetBuilder>): ReadonlyMap<string, Clause> {
  return new Map([...sets].map(([key, set]) => [key, notIn(set.build())]));
}

function builtTwice(
  maps: ReadonlyMap<string, ReadonlyMap<string, SetBuilder>>,
): ReadonlyMap<string, ReadonlyMap<string, PositionSet>> {
  return new Map([...maps].map(([key, sets]) => [key, built(sets)]));
}
