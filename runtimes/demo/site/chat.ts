import type { AdFields, Client } from "../../browser/mod.ts";
import { type AdSlot, createAdSlot } from "./ad-slot.ts";
import { answerTo, canned, greeting } from "./answers.ts";
import { find, make, makeScrollable } from "./elements.ts";
import { fieldsFor, type Settings } from "./settings.ts";

/** The pause before an answer. */
const thinkingMs = 450;

/** Exchanges that stay in the page; older ones go. */
const maxMessages = 40;

export interface Chat {
  /** Asks for another ad below the latest answer. */
  readonly refill: () => void;
}

export function startChat(client: Client, settings: () => Settings): Chat {
  const log = find("log");
  const input = find("question", HTMLInputElement);
  let latest: { readonly place: AdSlot; readonly context: AdFields } | undefined;
  let isAnswering = false;

  const append = (...elements: readonly Element[]): void => {
    log.append(...elements);
    while (log.children.length > maxMessages) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  };
  const showAd = async (): Promise<void> => {
    if (latest === undefined) return;
    await latest.place.fill(fieldsFor(settings(), latest.context));
    log.scrollTop = log.scrollHeight;
  };
  const ask = async (question: string): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    const thinking = make("p", "message assistant thinking", "…");
    append(make("p", "message visitor", question), thinking);
    await new Promise((resolve) => setTimeout(resolve, thinkingMs));
    const answer = answerTo(question);
    thinking.remove();
    const element = make("div", "ad");
    append(make("p", "message assistant", answer), element);
    latest = { place: createAdSlot(element, client), context: { context: { question, answer } } };
    await showAd();
    isAnswering = false;
  };

  makeScrollable(log, "Conversation");
  append(make("p", "message assistant", greeting));
  for (const { question } of canned) {
    const chip = make("button", "chip", question);
    chip.type = "button";
    chip.addEventListener("click", () => ask(question));
    find("chips").append(chip);
  }
  find("ask", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const question = input.value.trim();
    if (question === "" || isAnswering) return;
    input.value = "";
    void ask(question);
  });
  // A picture that comes late makes a card no higher, but a later scene may.
  log.addEventListener("handbill:rendered", () => {
    log.scrollTop = log.scrollHeight;
  });
  return { refill: () => void showAd() };
}
