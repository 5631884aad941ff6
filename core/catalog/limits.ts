/**
 * A limit on every length and count of the catalogue. Lengths are Unicode code points.
 * The published JSON Schema carries the same numbers.
 */

/** Entities of one kind in one catalogue. */
export const maxEntitiesPerKind = 1_000_000;

export const maxNameLength = 200;
export const maxUrlLength = 2_048;
export const maxTimeZoneLength = 64;
export const maxPlacementLength = 128;

export const maxOriginsPerPlatform = 1_000;
export const maxPlacementsPerPlatform = 1_000;

/** One million units of the currency for one impression. */
export const maxPriceMicros = 1_000_000_000_000;
/** Leaves room for one more price below 2^53, so that spent + held + price stays an exact integer. */
export const maxBudgetMicros = 9_000_000_000_000_000;
export const minWeight = 1;
export const maxWeight = 1_000;
export const maxHoursPerCampaign = 50;
export const maxTargetsPerList = 1_000;
export const maxFrequencyImpressions = 1_000;
/** Shorter windows are what a rate limit is for. */
export const minFrequencyWindowMs = 60_000;

/** A scene and a button take one byte each in a signed action (`core/signing`). */
export const maxScenesPerCreative = 255;
export const maxButtonsPerScene = 255;
export const maxBlocksPerScene = 50;
export const minGalleryItems = 2;
export const maxGalleryItems = 10;
export const maxTextLength = 4_096;
export const maxAltLength = 500;
export const maxLabelLength = 80;
export const maxAnswerLength = 64;
export const maxDisclosureLength = 200;
/** A messenger message has 4,096 characters for the publisher's text and the ad together (contract.md §2.7). */
export const maxBotTextLength = 1_000;
export const maxMediaPixels = 10_000;

export const maxLanguagesPerTopic = 100;
export const maxPhrasesPerLanguage = 1_000;
export const maxPhraseLength = 100;
export const minPhraseWeight = 0.01;
/** As long as a question may be (contract.md §2.2). */
export const maxExampleLength = 4_096;
/** Examples, or out-of-scope questions, of one topic in all languages. */
export const maxExamplesPerTopic = 10_000;
/** Of the whole catalogue: what can be learned from in minutes, and kept in memory on every instance. */
export const maxTopics = 2_000;
export const maxExamplesPerCatalog = 100_000;
export const maxExampleCharactersPerCatalog = 20_000_000;
