import type { EpochMs } from "../timing/clock.ts";

/** Most sums of one query of statistics. */
export const maxTotals = 100_000;

/**
 * The counted events. `seen`: once for each delivery that was seen, by a view, a press or a click. `press` and `click`: once
 * for each that was recorded. `reported`: once for each delivery that a person reported.
 * `view_seconds`: the seconds from the issue to the first event that was seen, of priced web ads.
 * `unlearned_…`: the part of another metric that forecasts and view rates are not learned from.
 */
export type Metric =
  | "request"
  | "issued"
  | "no_ad"
  | "seen"
  | "view_seconds"
  | "press"
  | "click"
  | "reported"
  | "rejected"
  | "uncounted_view"
  | "uncounted_press"
  | "uncounted_click"
  | "unlearned_request"
  | "unlearned_issued"
  | "unlearned_seen";

/** One line of statistics; lines with the same fields are added up. A field that does not apply is empty. */
export interface Count {
  /** Start of the hour, by the core's clock. */
  readonly hour: EpochMs;
  /** The counted event. */
  readonly metric: Metric;
  /** One of a closed set that goes with the metric. */
  readonly reason: string;
  /** The id of the publisher whose platform asked for the ad. */
  readonly publisherId: string;
  /** The id of the platform that asked for the ad. */
  readonly platformId: string;
  /** The placement that the ad is for (contract.md §2.1). */
  readonly placement: string;
  /** The id of the API key of the request; empty for a browser. */
  readonly apiKeyId: string;
  /** The format of the ad. */
  readonly format: string;
  /** One of the catalogue's languages, or `other`. */
  readonly language: string;
  /** The advertiser of the campaign. */
  readonly advertiser: string;
  /** The id of the campaign. */
  readonly campaignId: string;
  /** The id of the creative. */
  readonly creativeId: string;
  /** The id of the topic that the campaign was matched by. */
  readonly topicId: string;
  /** The number of events. */
  readonly n: number;
}

/** A field that statistics are added up by. */
export type CountField = Exclude<keyof Count, "n">;

/** A filter by owners. All lists apply together. An absent list fits everything, an empty list fits nothing. */
export interface OwnerFilter {
  /** Ids of publishers. */
  readonly publisherIds?: readonly string[] | undefined;
  /** Names of advertisers. */
  readonly advertisers?: readonly string[] | undefined;
  /** Ids of API keys; the empty id is that of browsers. */
  readonly apiKeyIds?: readonly string[] | undefined;
  /** Ids of platforms. */
  readonly platformIds?: readonly string[] | undefined;
  /** Ids of campaigns. */
  readonly campaignIds?: readonly string[] | undefined;
}

/** Selects statistics, and the fields that they are added up by. */
export interface CountQuery extends OwnerFilter {
  /** Start of the first hour, included. */
  readonly from: EpochMs;
  /** End of the last hour, excluded. */
  readonly to: EpochMs;
  /** The metrics to read. */
  readonly metrics: readonly Metric[];
  /** Fields to add up by. Empty: one sum of all lines. */
  readonly by: readonly CountField[];
  /** 1 to {@link maxTotals}. */
  readonly limit: number;
}

/** The sum of all lines that agree in the fields asked for; other fields are absent. */
export type CountTotal = Partial<Omit<Count, "n">> & Pick<Count, "n">;
