import type { Ad } from "../../core/contract/ad.ts";
import type { Block, Button } from "../../core/contract/blocks.ts";
import { createRenderer } from "./render-blocks.ts";

/** The parts of a card that change while it is shown. */
export interface RenderedCard {
  readonly card: HTMLElement;
  readonly content: HTMLElement;
  /** The status line, also for screen readers. */
  readonly status: HTMLElement;
}

/**
 * Renders a landmark, named by the disclosure and the first words because a page may have several, with every block
 * (contract.md §2.3). Throws if a block cannot be shown.
 */
export function renderCard(page: Document, ad: Ad, onPress: (button: Button) => void): RenderedCard {
  if (typeof ad.disclosure !== "string" || !ad.disclosure.trim())
    throw new Error("An ad needs its disclosure.");
  const { make, render } = createRenderer(page, onPress);
  const card = make("section", "card");
  const content = make("div", "content", "", { tabIndex: -1 });
  const status = make("p", "status", "", { role: "status" });
  content.append(...ad.blocks.map(render));
  card.append(make("p", "disclosure", ad.disclosure), content, status);
  card.ariaLabel = [ad.disclosure, ...ad.blocks.flatMap(wordsOf)].slice(0, 2).join(". ");
  return { card, content, status };
}

function wordsOf(block: Block): string | readonly [] {
  const words = block.kind === "text" ? block.text : block.kind === "media" ? block.alt : "";
  return words ? [...words].slice(0, maxNameLength).join("") : [];
}

const maxNameLength = 60;
