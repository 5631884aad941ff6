import type { BotCopy, Creative } from "../catalog/entities.ts";
import type { BotAd } from "../contract/ad.ts";
import { maxMessageCharacters } from "../contract/limits.ts";
import { countCharacters } from "../contract/text.ts";
import { escapeHtml, htmlLink } from "./bot-markup.ts";

const gap = "\n\n";

/** Whether the ad's two lines fit below a message of so many visible characters. */
export function fitsMessage(visibleInMessage: number, creative: Creative): boolean {
  if (creative.bot === undefined) return false;
  const lines = `${gap}${creative.disclosure.text}\n${creative.bot.text} ${creative.bot.buttonText}`;
  return visibleInMessage + countCharacters(lines) <= maxMessageCharacters;
}

/** The structured ad of contract.md §2.7. */
export function presentBotAd(copy: BotCopy, buttonUrl: string): BotAd {
  return {
    text: copy.text,
    formatted_text: `${escapeHtml(copy.text)} ${htmlLink(buttonUrl, copy.buttonText)}`,
    button_text: copy.buttonText,
    button_url: buttonUrl,
  };
}

/** The original byte for byte, then a disclosure line and a link line (contract.md §2.7). */
export function appendAd(message: string, ad: BotAd, disclosureText: string, disclosureUrl: string): string {
  return `${message}${gap}${htmlLink(disclosureUrl, disclosureText)}\n${ad.formatted_text}`;
}
