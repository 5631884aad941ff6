/** Ways of not being seen for a while, and of coming back. */
export type Sight = "scrolled away" | "in a hidden tab" | "removed" | "hidden";

const turns: Readonly<Record<Sight, (slot: HTMLElement, card: Element, isSeen: boolean) => void>> = {
  "scrolled away": (slot, _, isSeen) => scrollBy(0, slot.getBoundingClientRect().bottom - (isSeen ? 200 : 0)),
  // A headless browser has no tab to hide: the page is told what it would be told.
  "in a hidden tab": (_, __, isSeen) => {
    Object.defineProperty(document, "visibilityState", {
      value: isSeen ? "visible" : "hidden",
      configurable: true,
    });
    document.dispatchEvent(new Event("visibilitychange"));
  },
  removed: (slot, card, isSeen) => (isSeen ? slot.append(card) : card.remove()),
  hidden: (slot, _, isSeen) => {
    slot.style.visibility = isSeen ? "visible" : "hidden";
  },
};

/** The two moves of one way for the card in a slot. */
export function sightOf(way: Sight, slot: HTMLElement): { go: () => void; comeBack: () => void } {
  const card = slot.querySelector("handbill-ad");
  if (card === null) throw new Error("There is no card.");
  return { go: () => turns[way](slot, card, false), comeBack: () => turns[way](slot, card, true) };
}
