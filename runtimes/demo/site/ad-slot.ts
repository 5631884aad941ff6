import { AdError, type AdFields, type Client } from "../../browser/mod.ts";
import { make } from "./elements.ts";

/** A place in the page that shows an ad, with a status line below it. */
export interface AdSlot {
  /** Asks for another ad. */
  readonly fill: (fields: AdFields) => Promise<void>;
}

export function createAdSlot(element: Element, client: Client): AdSlot {
  const slot = make("div", "slot");
  const note = make("p", "note");
  note.setAttribute("role", "status");
  element.append(slot, note);
  const say = (text: string): void => {
    note.textContent = text;
  };
  slot.addEventListener("handbill:no-ad", () => say("No ad fits here just now. The place stays empty."));
  slot.addEventListener("handbill:rendered", () => say(""));
  slot.addEventListener("handbill:error", (event) => {
    const error: unknown = event instanceof CustomEvent ? event.detail.error : undefined;
    say(error instanceof AdError ? error.message : "The ad could not be shown.");
  });
  slot.addEventListener("handbill:clicked", (event) => {
    if (event instanceof CustomEvent && event.detail.ad.test === false)
      say(
        "The click is counted. The advertiser’s page would open now; since it is invented, the demo stays.",
      );
  });
  return {
    fill: async (fields) => {
      say("");
      await client.mount(slot, fields);
    },
  };
}
