/** The slots of a batch (contract.md §4.10). */
export const maxSlots = 20;

/** The characters of a question (contract.md §2.2). */
export const maxQuestion = 4_096;

/** The characters of an answer. */
export const maxAnswer = 16_384;

/** The confirmations that a page remembers. */
export const maxConfirmations = 1_000;

/** The characters of a text in the name of a card. */
export const maxNameLength = 60;

/** contract.md §3, fact 4: at least half of the card is on screen. */
export const viewShare = 0.5;

/** The width of a legible card, in CSS pixels, as rendered. */
export const minWidth = 60;
