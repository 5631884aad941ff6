/**
 * A limit on every length and count of the catalogue. Lengths are Unicode code points.
 * The published JSON Schema carries the same numbers.
 */

/** Entities of one kind in one catalogue. */
export const maxEntitiesPerKind = 1_000_000;

/** Names, of advertisers too. */
export const maxNameLength = 200;
/** Why the operator refused what an author entered. */
export const maxReasonLength = 500;
/** URLs and origins. */
export const maxUrlLength = 2_048;
/** IANA names. */
export const maxTimeZoneLength = 64;
/** Names of placements. */
export const maxPlacementLength = 128;

/** Allowed origins of one platform. */
export const maxOriginsPerPlatform = 1_000;
/** Placements of one platform. */
export const maxPlacementsPerPlatform = 1_000;

/** Sensitive phrases of one platform. */
export const maxSensitivePhrases = 200;
/** One sensitive phrase. */
export const maxSensitivePhraseLength = 200;

/** One million units of the currency for one impression. */
export const maxPriceMicros = 1_000_000_000_000;
/** Leaves room for one more price below 2^53, so that spent + held + price stays an exact integer. */
export const maxBudgetMicros = 9_000_000_000_000_000;
/** Least share of a campaign. */
export const minWeight = 1;
/** Greatest share of a campaign. */
export const maxWeight = 1_000;
/** Entries of weekly hours. */
export const maxHoursPerCampaign = 50;
/** Items of one targeting list, or of one list of exclusions. */
export const maxTargetsPerList = 1_000;
/** Impressions of a frequency cap. */
export const maxFrequencyImpressions = 1_000;
/** The shortest window of a frequency cap. A rate limit serves shorter ones. */
export const minFrequencyWindowMs = 60_000;

/** Scenes of a creative: the index takes one byte in a signed action (`core/signing`). */
export const maxScenesPerCreative = 255;
/** Buttons of a scene: the index takes one byte in a signed action. */
export const maxButtonsPerScene = 255;
/** Blocks of a scene. */
export const maxBlocksPerScene = 50;
/** Least items of a gallery. */
export const minGalleryItems = 2;
/** Most items of a gallery. */
export const maxGalleryItems = 10;
/** A block of text. */
export const maxTextLength = 4_096;
/** Alternative text of a picture or video. */
export const maxAltLength = 500;
/** The label of a button. */
export const maxLabelLength = 80;
/** The recorded answer of a button. */
export const maxAnswerLength = 64;
/** The label of an ad. */
export const maxDisclosureLength = 200;
/** A messenger message has 4,096 characters for the publisher's text and the ad together (contract.md §2.7). */
export const maxBotTextLength = 1_000;
/** Width or height of a picture or video, in pixels. */
export const maxMediaPixels = 10_000;

/** Languages of the phrases, or of the questions, of a topic. */
export const maxLanguagesPerTopic = 100;
/** Phrases of a topic in one language. */
export const maxPhrasesPerLanguage = 1_000;
/** One phrase. */
export const maxPhraseLength = 100;
/** The least weight of a phrase; the greatest is 1. */
export const minPhraseWeight = 0.01;
/** The least share of out-of-scope questions that a topic may declare as its target of false matches; {@link maxFalseMatches} is the greatest. */
export const minFalseMatches = 0.001;
export const maxFalseMatches = 0.5;
/** As long as a question may be (contract.md §2.2). */
export const maxExampleLength = 4_096;
/** Examples of one topic in all languages; the same limit holds for out-of-scope questions. */
export const maxExamplesPerTopic = 10_000;
/** Topics of a catalogue. This limit and the next two keep training below minutes and models in the memory of every instance. */
export const maxTopics = 2_000;
/** Examples and out-of-scope questions of a catalogue. */
export const maxExamplesPerCatalog = 100_000;
/** Their UTF-16 units. */
export const maxExampleCharactersPerCatalog = 20_000_000;
