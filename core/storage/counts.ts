import type { EpochMs } from "../timing/clock.ts";

/** Most sums of one query of statistics. */
export const maxTotals = 100_000;

/**
 * What is counted. `seen`: once for each delivery that was seen, by a view, a press or a click. `press` and `click`: once
 * for each that was recorded. `view_seconds`: the seconds from the issue to the first event that was seen, of priced web ads.
 * `unlearned_…`: of those counted beside, the ones that forecasts and view rates are not learned from.
 */
export type Metric =
  | "request"
  | "issued"
  | "no_ad"
  | "seen"
  | "view_seconds"
  | "press"
  | "click"
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
  readonly metric: Metric;
  /** One of a closed set that goes with the metric. */
  readonly reason: string;
  readonly publisherId: string;
  readonly platformId: string;
  readonly placement: string;
  readonly apiKeyId: string;
  readonly format: string;
  /** One of the catalogue's languages, or `other`. */
  readonly language: string;
  readonly advertiser: string;
  readonly campaignId: string;
  readonly creativeId: string;
  readonly topicId: string;
  readonly n: number;
}

export type CountField = Exclude<keyof Count, "n">;

/** Only what belongs to these, all of them together. A list that is absent: any; an empty one: none. */
export interface OwnerFilter {
  readonly publisherIds?: readonly string[] | undefined;
  readonly advertisers?: readonly string[] | undefined;
  readonly apiKeyIds?: readonly string[] | undefined;
  readonly platformIds?: readonly string[] | undefined;
  readonly campaignIds?: readonly string[] | undefined;
}

/** Which statistics are read, and by which fields they are added up. */
export interface CountQuery extends OwnerFilter {
  /** Hours from here on … */
  readonly from: EpochMs;
  /** … and before this one. */
  readonly to: EpochMs;
  readonly metrics: readonly Metric[];
  readonly by: readonly CountField[];
  /** 1 to {@link maxTotals}. */
  readonly limit: number;
}

/** The sum of all lines that agree in the fields asked for; other fields are absent. */
export type CountTotal = Partial<Omit<Count, "n">> & { readonly n: number };
