import type { ButtonStyle, GalleryBlock, MediaBlock, TextBlock } from "../contract/blocks.ts";
import type { AdFormat, CreativeFormat } from "../contract/formats.ts";
import type { BasisPoints, Micros } from "../money.ts";
import type { KeyMode } from "../signing/api-key.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { AllowableSubject } from "./sensitive-subjects.ts";
import type { Topic } from "./topic.ts";

/** Everything that an operator declares. Each list has at most 1,000,000 items. Default of each list in a document: empty. */
export interface Catalog {
  /** The companies that show ads. */
  readonly publishers: readonly Publisher[];
  /** The applications of the publishers. */
  readonly platforms: readonly Platform[];
  /** The orders of the advertisers. */
  readonly campaigns: readonly Campaign[];
  /** The ads of the campaigns. */
  readonly creatives: readonly Creative[];
  /** The subjects that campaigns can target. At most 2,000. */
  readonly topics: readonly Topic[];
}

/** A company that shows ads and earns from them. */
export interface Publisher {
  /** Unique among publishers: 1 to 128 characters of A–Z a–z 0–9 `_` `.` `:` `-`, other than `.` and `..` alone. */
  readonly id: string;
  /** The name in reports and in the console; 1 to 200 characters. */
  readonly name: string;
  /** The platforms of a suspended publisher get test ads only. Absent: `active`. */
  readonly status?: "active" | "suspended" | undefined;
}

/** A publisher's application. Its id is public (contract.md §1). */
export interface Platform {
  /** `pf_` and 1 to 61 letters, digits, `_` or `-`. */
  readonly id: string;
  /** The id of the publisher that earns. */
  readonly publisherId: string;
  /** The name in reports and in the console; 1 to 200 characters. */
  readonly name: string;
  /** A disabled platform gets no ads. Default in a document: `active`. */
  readonly status: "active" | "disabled";
  /**
   * Web pages that may ask for ads: normalised origins (`https://shop.example`), or `https://*.example.com` for every
   * subdomain. At most 1,000. Default in a document: empty.
   */
  readonly allowedOrigins: readonly string[];
  /** Names of places for ads. Every platform also has `chat`. At most 1,000, of 1 to 128 characters each. Default: empty. */
  readonly placements: readonly string[];
  /** The publisher's share of each charge, in hundredths of a percent: 0 to 10,000. */
  readonly revenueShareBps: BasisPoints;
  /**
   * Patterns of words beside which this platform shows no ad, in addition to the sensitive subjects
   * (core/topics/README.md). At most 200, of 1 to 200 characters each. Absent: none.
   */
  readonly sensitivePhrases?: readonly string[] | undefined;
  /** Sensitive subjects beside which this platform shows ads. Only the operator sets them. Absent: none. */
  readonly allowedSubjects?: readonly AllowableSubject[] | undefined;
  /**
   * Names of advertisers whose campaigns are never shown here, spelled as the campaigns spell them. A list of exclusions has 1 to
   * 1,000 items, and house campaigns are excluded like all others. Test ads are not campaigns, so no exclusion applies to them.
   * Absent: none.
   */
  readonly excludedAdvertisers?: readonly string[] | undefined;
  /**
   * Ids of topics. A campaign that targets one of them is never shown here, whatever the question is about. A question about an
   * excluded topic still gets the ads of other campaigns. Absent: none.
   */
  readonly excludedTopics?: readonly string[] | undefined;
  /** Formats of creatives that are never shown here. Absent: none. */
  readonly excludedFormats?: readonly CreativeFormat[] | undefined;
  /** What its publisher entered waits for the operator, or was refused. Absent: approved. */
  readonly review?: Review | undefined;
  /** The edit under review; the approved fields run on. Absent with `review`: the platform was never approved. */
  readonly proposed?: PlatformContent | undefined;
}

/** The fields of a platform that the operator reviews. */
export type PlatformContent = Pick<Platform, "name" | "allowedOrigins">;

/** The fields of a creative that the operator reviews. */
export type CreativeContent = Pick<Creative, "format" | "language" | "disclosure" | "scenes" | "bot">;

/** The state of what an author other than the operator entered. */
export interface Review {
  /** `pending`: waits for the operator. `refused`: the operator refused it. */
  readonly status: "pending" | "refused";
  /** Why the operator refused it, for its author; 1 to 500 characters. */
  readonly reason?: string | undefined;
}

/** The stored record of an API key. It never holds the key itself. */
export interface ApiKeyRecord {
  /** The 8 base62 characters after the prefix, for example after `hb_live_` or `hb_test_`. */
  readonly id: string;
  /** The id of the publisher that the key belongs to. */
  readonly publisherId: string;
  /** The access that the key gives: live ads, test ads, or the management API. */
  readonly mode: KeyMode;
  /** A note by which people recognise the key. */
  readonly label: string;
  /** SHA-256 of the whole key, lower-case hex. */
  readonly hash: string;
  /** When the key was made. */
  readonly createdAt: EpochMs;
  /** From this instant of the store's clock on, the key is refused. Absent: no revocation is due. */
  readonly revokedAt?: EpochMs | undefined;
  /** True: the key was revoked at once and is refused by every instance, whatever its clock says. */
  readonly revoked?: true | undefined;
}

/** An advertiser's order: a price, budgets, a schedule and targeting. Its creatives are the ads. */
export interface Campaign {
  /** Unique among campaigns: 1 to 128 characters of A–Z a–z 0–9 `_` `.` `:` `-`, other than `.` and `..` alone. */
  readonly id: string;
  /** The name of the company that advertises; 1 to 200 characters. */
  readonly advertiser: string;
  /** The name of the payer, if it is not the advertiser; 1 to 200 characters. The person who sees the ad may read it. */
  readonly payer?: string | undefined;
  /** The name in reports and in the console; 1 to 200 characters. */
  readonly name: string;
  /** A paused campaign is not shown. Default in a document: `active`. */
  readonly status: "active" | "paused";
  /** The charge for one impression, 0 to 10^12. 0 makes a house campaign: the fallback, never billed. */
  readonly priceMicros: Micros;
  /** The most that the campaign ever spends, 0 to 9 × 10^15. Absent: no total limit. A price needs at least one budget. */
  readonly totalBudgetMicros?: Micros | undefined;
  /** The most that the campaign spends in a day of `timeZone`, 0 to 9 × 10^15. Absent: no daily limit. */
  readonly dailyBudgetMicros?: Micros | undefined;
  /**
   * `asap` spends as fast as the traffic allows. `even` follows the day's traffic and finishes an hour or two before the end;
   * it needs a daily budget or `endsAt`. Default in a document: `asap`.
   */
  readonly pacing: "asap" | "even";
  /** The first instant at which the campaign runs: ISO 8601 with offset. Absent: no start. */
  readonly startsAt?: string | undefined;
  /** The first instant at which the campaign no longer runs: ISO 8601 with offset, later than `startsAt`. Absent: no end. */
  readonly endsAt?: string | undefined;
  /** IANA name of the zone that the campaign's days and hours are in. Default in a document: `UTC`. */
  readonly timeZone: string;
  /** Hours of the week in which the campaign runs; 1 to 50 entries. Absent: always. */
  readonly hours?: readonly WeeklyHours[] | undefined;
  /**
   * Languages of the request as BCP 47 tags; a tag without region also fits its regions. One match of a targeting list is
   * enough, and each list has 1 to 1,000 items. Absent: any language.
   */
  readonly languages?: readonly string[] | undefined;
  /** Web formats in which the campaign may be shown. Absent: all. Messages of bots are not limited by this list. */
  readonly formats?: readonly AdFormat[] | undefined;
  /** Placements in which the campaign may be shown. Absent: all. */
  readonly placements?: readonly string[] | undefined;
  /** Ids of the platforms on which the campaign may be shown. Absent: all. */
  readonly platforms?: readonly string[] | undefined;
  /** Ids of the topics that the question must be about. Absent: any request, also without a question. */
  readonly topics?: readonly string[] | undefined;
  /**
   * Placements in which the campaign is never shown. No list of exclusions has an item of the targeting list of the same kind, and
   * each has 1 to 1,000 items. Absent: none.
   */
  readonly excludedPlacements?: readonly string[] | undefined;
  /** Ids of the platforms on which the campaign is never shown. Absent: none. */
  readonly excludedPlatforms?: readonly string[] | undefined;
  /** Ids of topics. The campaign is not shown for a question about one of them, whatever else it is about. Absent: none. */
  readonly excludedTopics?: readonly string[] | undefined;
  /** The most impressions per user. Absent: no cap. */
  readonly frequencyCap?: FrequencyCap | undefined;
  /** Messenger users with a premium account: `only` them, or `never` them. Absent: everyone. */
  readonly premium?: "only" | "never" | undefined;
  /** Relative share among campaigns of the same price: an integer from 1 to 1,000. Default in a document: 1. */
  readonly weight: number;
}

/** Hours of the day on some days of the week, in the campaign's time zone. */
export interface WeeklyHours {
  /** 1 = Monday … 7 = Sunday; 1 to 7 different days. */
  readonly days: readonly number[];
  /** The first hour, 0 to 23. */
  readonly from: number;
  /** The hour that is the end, not included: 1 to 24, later than `from`. */
  readonly to: number;
}

/** At most `impressions` deliveries per user and window. Deliveries that expired unseen do not count. */
export interface FrequencyCap {
  /** 1 to 1,000. */
  readonly impressions: number;
  /** `day` is the campaign's day. A number is a sliding window in milliseconds: 60,000 (1 minute) to 90 days. */
  readonly window: "day" | number;
}

/** One ad of a campaign, in one format and one language. */
export interface Creative {
  /** Unique among creatives: 1 to 128 characters of A–Z a–z 0–9 `_` `.` `:` `-`, other than `.` and `..` alone. */
  readonly id: string;
  /** The id of the campaign that pays for the ad. */
  readonly campaignId: string;
  /** A web format, or `bot` for a line in a message. */
  readonly format: CreativeFormat;
  /** BCP 47 tag of the language that the ad is written in. */
  readonly language: string;
  /** The label that says that this is an ad. */
  readonly disclosure: Disclosure;
  /** The scenes of a web format; the first is shown first. 1 to 255, and only consent and quiz have more than one. */
  readonly scenes?: readonly Scene[] | undefined;
  /** The line that a bot appends to a message. Required for format `bot`, absent for web formats. */
  readonly bot?: BotCopy | undefined;
  /** What its advertiser entered waits for the operator, or was refused. Absent: approved. */
  readonly review?: Review | undefined;
  /** The edit under review; the approved fields run on. Absent with `review`: the creative was never approved. */
  readonly proposed?: CreativeContent | undefined;
}

/** The label of an ad. */
export interface Disclosure {
  /** Plain text, for example `Ad by Acme`; 1 to 200 characters. */
  readonly text: string;
  /** The page that explains who paid. Used where the label is a link. Absent: no link. */
  readonly url?: string | undefined;
}

/** The ad of a messenger bot (contract.md §2.7). */
export interface BotCopy {
  /** Plain text; 1 to 1,000 characters. */
  readonly text: string;
  /** The text of the button; 1 to 80 characters. */
  readonly buttonText: string;
  /** The page that a click opens, through a tracked link. */
  readonly landingUrl: string;
}

/** One state of an ad. */
export interface Scene {
  /** Unique in its creative; a button's `goto` names it. 1 to 128 characters. */
  readonly id: string;
  /** The blocks in the order in which they are shown; 1 to 50. The format decides which kinds are allowed. */
  readonly blocks: readonly SceneBlock[];
}

/** A block of a scene (contract.md §2.3). Its texts and URLs have the limits of `limits.ts`. */
export type SceneBlock = TextBlock | MediaBlock | GalleryBlock | SceneButtonsBlock;

/** A row of buttons. */
export interface SceneButtonsBlock {
  readonly kind: "buttons";
  /** 1 to 255, also of all such blocks of a scene together. */
  readonly buttons: readonly SceneButton[];
}

/** A button of a scene. It has at least one of `goto` and `landingUrl`. */
export interface SceneButton {
  /** Plain text; 1 to 80 characters. */
  readonly label: string;
  /** How prominent the button is. Absent: the card decides. */
  readonly style?: ButtonStyle | undefined;
  /** The id of the scene that is shown after the press. */
  readonly goto?: string | undefined;
  /** The value that is recorded for the press in consent and quiz: a code of 1 to 64 characters, not the wording. Needs `goto`. */
  readonly answer?: string | undefined;
  /** The page that a click opens, through a tracked link. */
  readonly landingUrl?: string | undefined;
}

/**
 * One immutable state of a creative. Its id is a digest of its content, so equal content has one version. A delivery can be
 * clicked and played after the creative was edited.
 */
export interface CreativeVersion {
  /** 22 characters of base64url (`version.ts`). */
  readonly versionId: string;
  /** The content of this version. */
  readonly creative: Creative;
}
