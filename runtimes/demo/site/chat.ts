import type { AdFields, Client } from "../../browser/mod.ts";
import { type AdSlot, createAdSlot } from "./ad-slot.ts";
import { answerTo, canned, firstQuestion } from "./answers.ts";
import { find, make, makeScrollable } from "./elements.ts";
import { fieldsFor, type Settings } from "./settings.ts";

/** The pause before an answer. */
const thinkingMs = 450;

/** Exchanges that stay in the page; older ones go. */
const maxMessages = 40;

export interface Chat {
  /** Requests another ad below the latest answer. */
  readonly refill: () => void;
  /** Begins anew, with the first question. */
  readonly reset: () => void;
}

export interface ChatOptions {
  readonly client: Client;
  readonly settings: () => Settings;
  /** A question is asked. */
  readonly onQuestion: (question: string) => void;
}

/** Starts with an answered question and its ad. */
export function startChat({ client, settings, onQuestion }: ChatOptions): Chat {
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
  const answer = async (question: string): Promise<void> => {
    const text = answerTo(question);
    const element = make("div", "ad");
    append(make("p", "message assistant", text), element);
    latest = {
      place: createAdSlot(element, client),
      context: { placement: "chat", context: { question, answer: text } },
    };
    await showAd();
  };
  const ask = async (question: string): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    onQuestion(question);
    const thinking = make("p", "message assistant thinking", "…");
    append(make("p", "message visitor", question), thinking);
    await new Promise((resolve) => setTimeout(resolve, thinkingMs));
    thinking.remove();
    await answer(question);
    isAnswering = false;
  };
  const begin = (): void => {
    log.replaceChildren(make("p", "message visitor", firstQuestion));
    onQuestion(firstQuestion);
    void answer(firstQuestion);
  };

  makeScrollable(log, "Conversation");
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
  begin();
  return {
    refill: () => void showAd(),
    reset: () => {
      input.value = "";
      begin();
    },
  };
}
