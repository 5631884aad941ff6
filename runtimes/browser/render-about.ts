import type { AboutAd } from "../../core/contract/ad.ts";
import type { ReportReason } from "../../core/contract/report-request.ts";
import type { CardWords } from "./card-words.ts";
import type { Renderer } from "./render-blocks.ts";

const reasons: readonly ReportReason[] = ["offensive", "misleading", "wrong_topic", "other"];

/**
 * Renders a popover with the facts about an ad, and the report if there is a `report`. A popover is above the
 * page, so nothing moves. The browser closes it by Escape and by a click beside it.
 */
export function renderAbout(
  { advertiser, payer, reason }: AboutAd,
  words: CardWords,
  make: Renderer["make"],
  report: ((reason: ReportReason) => void) | undefined,
): HTMLElement {
  const panel = make("div", "panel", "", { popover: "" });
  const facts = [
    `${words.advertiser} ${advertiser}`,
    payer && `${words.payer} ${payer}`,
    words[reason],
    report && words.report,
  ];
  for (const fact of facts) if (fact) panel.append(make("p", "fact", fact));
  if (!report) return panel;
  for (const reason of reasons) {
    const button = make("button", "button secondary", words[reason] ?? reason.replace("_", " "));
    button.onclick = () => {
      panel.hidePopover?.();
      report(reason);
    };
    panel.append(button);
  }
  return panel;
}
