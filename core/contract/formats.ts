/** The six formats of `accept_formats` (contract.md §2.1); `ad.format` and `test_format` are among them. */
export const adFormats = ["text", "image", "response", "card", "consent", "quiz"] as const;
/** A web format of an ad (contract.md §2.1). */
export type AdFormat = (typeof adFormats)[number];

/** The interactive formats: signed actions lead from scene to scene (contract.md §4.2). */
export const interactiveFormats: ReadonlySet<CreativeFormat> = new Set(["consent", "quiz"]);

/** The format of a creative: a web format, or a line in a messenger bot's message (contract.md §2.7). */
export type CreativeFormat = AdFormat | "bot";
/** All formats of creatives. */
export const creativeFormats: readonly CreativeFormat[] = [...adFormats, "bot"];
