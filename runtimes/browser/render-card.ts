import type { Ad } from "../../core/contract/ad.ts";
import type { Button } from "../../core/contract/blocks.ts";
import { createRenderer } from "./render-blocks.ts";

/** The parts of a card that change while it is shown. */
export interface RenderedCard {
  readonly card: HTMLElement;
  readonly content: HTMLElement;
  /** Says what goes on, to eyes and screen readers. */
  readonly status: HTMLElement;
}

/** A landmark with the disclosure for its name, then every block (contract.md §2.3). Throws when one cannot be shown. */
export function renderCard(page: Document, ad: Ad, onPress: (button: Button) => void): RenderedCard {
  if (typeof ad.disclosure !== "string" || !ad.disclosure.trim())
    throw new Error("An ad needs its disclosure.");
  const { make, render } = createRenderer(page, onPress);
  const card = make("section", "card");
  const content = make("div", "content", "", { tabIndex: -1 });
  const status = make("p", "status", "", { role: "status" });
  content.append(...ad.blocks.map(render));
  card.append(make("p", "disclosure", ad.disclosure, { id: "disclosure", dir: "auto" }), content, status);
  card.setAttribute("aria-labelledby", "disclosure");
  return { card, content, status };
}
