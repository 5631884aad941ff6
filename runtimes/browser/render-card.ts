import type { Ad } from "../../core/contract/ad.ts";
import type { Block, Button } from "../../core/contract/blocks.ts";
import type { ReportReason } from "../../core/contract/report-request.ts";
import type { CardWords } from "./card-words.ts";
import { cut } from "./cut.ts";
import { maxNameLength } from "./limits.ts";
import { renderAbout } from "./render-about.ts";
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
 * (contract.md §2.3). Offers no report without `report`. Throws if a block cannot be shown.
 */
export function renderCard(
  page: Document,
  ad: Ad,
  words: CardWords,
  onPress: (button: Button) => void,
  report: ((reason: ReportReason) => void) | undefined,
): RenderedCard {
  if (!ad.disclosure?.trim()) throw new Error("Give a disclosure.");
  const { make, render } = createRenderer(page, onPress);
  const card = make("section", "card");
  const content = make("div", "content", "", { tabIndex: -1 });
  const status = make("p", "status", "", { role: "status" });
  content.append(...ad.blocks.map(render));
  const disclosure = make("p", "disclosure", ad.disclosure);
  card.append(disclosure, content, status);
  if (ad.about) {
    const panel = renderAbout(ad.about, words, make, report);
    disclosure.append(make("button", "about", words.why, { popoverTargetElement: panel }));
    card.append(panel);
  }
  card.ariaLabel = [ad.disclosure, ...ad.blocks.flatMap(wordsOf)].slice(0, 2).join(". ");
  return { card, content, status };
}

function wordsOf({ text, alt = "" }: Worded): string | readonly [] {
  return cut(text ?? alt, maxNameLength) || [];
}

interface Worded extends Pick<Block, "kind"> {
  readonly text?: string;
  readonly alt?: string;
}
