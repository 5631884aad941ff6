import type { ButtonStyle, GalleryBlock, MediaBlock, TextBlock } from "../contract/blocks.ts";
import type { AdFormat, CreativeFormat } from "../contract/formats.ts";
import type { BasisPoints, Micros } from "../money.ts";
import type { KeyMode } from "../signing/api-key.ts";
import type { EpochMs } from "../timing/clock.ts";

/** Everything an operator declares: who publishes where, who advertises what, and what questions are about. */
export interface Catalog {
  readonly publishers: readonly Publisher[];
  readonly platforms: readonly Platform[];
  readonly campaigns: readonly Campaign[];
  readonly creatives: readonly Creative[];
  readonly topics: readonly Topic[];
}

export interface Publisher {
  readonly id: string;
  readonly name: string;
}

/** A publisher's application. Its id is public (contract.md §1). */
export interface Platform {
  /** `pf_` and 1 to 61 letters, digits, `_` or `-`. */
  readonly id: string;
  readonly publisherId: string;
  readonly name: string;
  readonly status: "active" | "disabled";
  /** Normalised origins (`https://shop.example`), or `https://*.example.com` for every subdomain. */
  readonly allowedOrigins: readonly string[];
  /** Names beside `chat`, which every platform has. */
  readonly placements: readonly string[];
  readonly revenueShareBps: BasisPoints;
}

/** What is kept of an API key: never the key itself. */
export interface ApiKeyRecord {
  /** The 8 base62 characters after `hb_live_` or `hb_test_`. */
  readonly id: string;
  readonly publisherId: string;
  readonly mode: KeyMode;
  readonly label: string;
  /** SHA-256 of the whole key, lower-case hex. */
  readonly hash: string;
  readonly createdAt: EpochMs;
  /** From this instant of the store's clock on the key is refused. Absent: no revocation is due. */
  readonly revokedAt?: EpochMs | undefined;
  /** True: it was revoked at once, and is refused whatever any clock says. */
  readonly revoked?: true | undefined;
}

export interface Campaign {
  readonly id: string;
  readonly advertiser: string;
  readonly name: string;
  readonly status: "active" | "paused";
  /** Paid for one impression. 0 makes a house campaign: the fallback, never billed. */
  readonly priceMicros: Micros;
  readonly totalBudgetMicros?: Micros | undefined;
  /** Per day of `timeZone`. */
  readonly dailyBudgetMicros?: Micros | undefined;
  /** `asap` spends as fast as the traffic allows; `even` along the day's traffic, until an hour or two before its end. */
  readonly pacing: "asap" | "even";
  /** ISO 8601 with offset; the first instant at which the campaign runs. */
  readonly startsAt?: string | undefined;
  /** ISO 8601 with offset; the first instant at which it runs no more. */
  readonly endsAt?: string | undefined;
  /** IANA name; days and hours of the campaign are told in it. */
  readonly timeZone: string;
  /** Hours of the week in which the campaign runs. Absent: always. */
  readonly hours?: readonly WeeklyHours[] | undefined;
  /** BCP 47. Absent: any. Like every targeting list, one match is enough. */
  readonly languages?: readonly string[] | undefined;
  readonly formats?: readonly AdFormat[] | undefined;
  readonly placements?: readonly string[] | undefined;
  readonly platforms?: readonly string[] | undefined;
  /** Topic ids. Absent: also requests without a question. */
  readonly topics?: readonly string[] | undefined;
  readonly frequencyCap?: FrequencyCap | undefined;
  /** Messenger users with a premium account: only them, or all but them. Absent: everyone. */
  readonly premium?: "only" | "never" | undefined;
  /** Share among campaigns of the same price; 1 to 1000. */
  readonly weight: number;
}

export interface WeeklyHours {
  /** 1 = Monday … 7 = Sunday. */
  readonly days: readonly number[];
  /** Hours of the day, `from` included, `to` (up to 24) excluded. */
  readonly from: number;
  readonly to: number;
}

/** At most `impressions` deliveries per user and window; those that expired unseen do not count. */
export interface FrequencyCap {
  readonly impressions: number;
  /** `day` is the campaign's day; a number is a sliding window in milliseconds. */
  readonly window: "day" | number;
}

export interface Creative {
  readonly id: string;
  readonly campaignId: string;
  readonly format: CreativeFormat;
  /** BCP 47 tag of the language the creative is written in. */
  readonly language: string;
  readonly disclosure: Disclosure;
  /** Web formats: what is shown, scene by scene; the first is index 0. Absent for `bot`. */
  readonly scenes?: readonly Scene[] | undefined;
  /** `bot`: the line appended to a message. Absent for web formats. */
  readonly bot?: BotCopy | undefined;
}

export interface Disclosure {
  readonly text: string;
  /** Page that explains who paid; shown where the disclosure is a link. */
  readonly url?: string | undefined;
}

export interface BotCopy {
  readonly text: string;
  readonly buttonText: string;
  readonly landingUrl: string;
}

export interface Scene {
  /** Unique in its creative; `goto` names it. */
  readonly id: string;
  readonly blocks: readonly SceneBlock[];
}

export type SceneBlock = TextBlock | MediaBlock | GalleryBlock | SceneButtonsBlock;

export interface SceneButtonsBlock {
  readonly kind: "buttons";
  readonly buttons: readonly SceneButton[];
}

/** Has at least one of `goto` and `landingUrl`. */
export interface SceneButton {
  readonly label: string;
  readonly style?: ButtonStyle | undefined;
  /** Scene shown after the press. */
  readonly goto?: string | undefined;
  /** What the press is recorded as in consent and quiz; the label's meaning, not its wording. */
  readonly answer?: string | undefined;
  /** Where a click leads, through a tracked link. */
  readonly landingUrl?: string | undefined;
}

/**
 * One immutable state of a creative. Its id is a digest of its content, so the same content is the same
 * version, and a delivery can be clicked and played after the creative was edited.
 */
export interface CreativeVersion {
  readonly versionId: string;
  readonly creative: Creative;
}

/** What a question can be about. */
export interface Topic {
  readonly id: string;
  /** What people call it: its words count as a little of an example. */
  readonly name: string;
  /**
   * Words and phrases per BCP 47 language. A question that has one is about the topic, whatever case and accents; on word
   * boundaries where the script has them. Empty for a topic that has examples.
   */
  readonly phrases: Readonly<Record<string, readonly (string | WeightedPhrase)[]>>;
  /** Questions about the topic. */
  readonly examples?: TopicTexts | undefined;
  /** Questions about no topic at all. Those of all topics count for all. */
  readonly noneExamples?: TopicTexts | undefined;
  /**
   * What was learned from the declarations of all topics. Made when a catalogue is planned, never declared; without
   * it, or when the declarations are others, phrases alone decide.
   */
  readonly trained?: string | undefined;
}

export interface WeightedPhrase {
  readonly phrase: string;
  /** 0.01 to 1. Different phrases of a question are added up; from 1 on they match. A phrase that is only text has 1. */
  readonly weight: number;
}

/** Questions, per BCP 47 language or in one list; the language is for the reader only. */
export type TopicTexts = readonly string[] | Readonly<Record<string, readonly string[]>>;
