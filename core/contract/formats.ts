/** The six formats of `accept_formats` (contract.md §2.1); `ad.format` and `test_format` are among them. */
export const adFormats = ["text", "image", "response", "card", "consent", "quiz"] as const;
export type AdFormat = (typeof adFormats)[number];

/** The formats that advance scene by scene through signed actions (contract.md §4.2). */
export const interactiveFormats: ReadonlySet<CreativeFormat> = new Set(["consent", "quiz"]);

/** What a creative can be made for: a web format, or a messenger bot's message (contract.md §2.7). */
export type CreativeFormat = AdFormat | "bot";
export const creativeFormats: readonly CreativeFormat[] = [...adFormats, "bot"];
