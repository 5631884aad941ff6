import type { CreativeContent } from "../../core/catalog/entities.ts";
import { type Html, html } from "./html.ts";

/** A creative as a person sees it: the card of a site, which a script draws, or the message of a bot. */
export function cardFrame({ format, disclosure, scenes, bot }: CreativeContent): Html {
  if (bot !== undefined) {
    return html`<div class="frame">${disclosure.text}<br>${bot.text}<br><b>${bot.buttonText}</b></div>`;
  }
  const card = JSON.stringify({ format, disclosure, scenes });
  return html`<noscript><p class="hint">The card needs JavaScript.</p></noscript><div class="frame scripted" data-reviewed="${card}"></div>`;
}
