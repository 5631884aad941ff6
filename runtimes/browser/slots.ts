import type { BatchFields, SlotFields } from "../../core/contract/ad-fields.ts";
import type { AdFormat } from "../../core/contract/formats.ts";
import type { AdError, Client } from "./client.ts";
import { cut } from "./cut.ts";
import { maxQuestion, maxSlots } from "./limits.ts";
import { type MountedAd, mountAd } from "./mount-ad.ts";
import { showAnswer, showFailure } from "./show-answer.ts";
import { firstPauseMs } from "./times.ts";

/** Slots that a call fills, so that another call leaves them to it. */
const taken = new WeakSet<Element>();

/**
 * Fills the ad slots below `within` (default: the whole page), and those that are added later: `<div data-ad="chat"
 * data-height="250" data-question="…" data-language="en" data-formats="card,text">`. The value of `data-ad` is the placement;
 * `data-test` requests a test ad. A slot gets its ad when it is at most a screen away, or at once with `data-eager`. It keeps
 * `data-height` pixels until then. The slots of one turn share requests. A slot that leaves the page loses its card. After 429
 * waits for `Retry-After`. Repeated calls are safe. Returns a function that ends the filling; cards stay.
 */
export function fillSlots(client: Client, within: ParentNode & Node = document): () => void {
  const cards = new Map<HTMLElement, MountedAd | undefined>();
  const near = new Set<HTMLElement>();
  let turn: ReturnType<typeof setTimeout> | undefined;
  let pausedUntil = 0;
  let isEnded = false;

  const ask = (): void => {
    for (const first of near) {
      const fields = JSON.stringify(sharedFields(first));
      const slots = [...near]
        .filter((slot) => JSON.stringify(sharedFields(slot)) === fields)
        .slice(0, maxSlots);
      for (const slot of slots) {
        near.delete(slot);
        screen.unobserve(slot);
      }
      fill(slots, sharedFields(first));
    }
  };
  const fill = async (slots: readonly HTMLElement[], fields: BatchFields): Promise<void> => {
    const pause = (slot: HTMLElement, waitMs = firstPauseMs): void => {
      pausedUntil = performance.now() + waitMs;
      if (isEnded) leave(slot);
      else screen.observe(slot);
    };
    const mounted = slots.map((slot) => {
      const card = cards.get(slot) ?? mountAd(slot, { client });
      cards.set(slot, card);
      // From now on the card keeps the place.
      if (slot.dataset["height"]) slot.style.minHeight = "";
      return [slot, card] as const;
    });
    const each = (done: (slot: HTMLElement, card: MountedAd, index: number) => void): void =>
      mounted.forEach(([slot, card], index) => {
        if (cards.get(slot) === card) done(slot, card, index);
      });
    try {
      const { ads, retryAfterMs } = await client.requestAds(slots.map(slotFields), fields);
      each((slot, card, index) => {
        const answer = ads[index];
        if (answer && "reason" in answer) return pause(slot, retryAfterMs);
        showAnswer(slot, card, answer?.ad ?? null);
      });
    } catch (error) {
      // Any other error has none of the two.
      const { status, retryAfterMs }: Partial<AdError> = error as object;
      each((slot, card) => {
        if (status === 429) return pause(slot, retryAfterMs);
        // One wrong slot refuses all, and nothing was issued.
        if (status === 400 && slots[1]) return isEnded ? leave(slot) : void fill([slot], fields);
        showFailure(slot, card, error);
      });
    }
  };

  const screen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const slot = entry.target as HTMLElement;
        near.delete(slot);
        if (cards.has(slot) && (entry.isIntersecting || "eager" in slot.dataset)) near.add(slot);
      }
      clearTimeout(turn);
      turn = setTimeout(ask, pausedUntil - performance.now());
    },
    // Not scrollMargin, for scroll containers: Chromium applies it to the window as well.
    { rootMargin: "100%" },
  );
  const find = (root: ParentNode): void => root.querySelectorAll<HTMLElement>("[data-ad]").forEach(take);
  const take = (slot: HTMLElement): void => {
    if (taken.has(slot)) return;
    const card = slot.querySelector("handbill-ad");
    if (card?.shadowRoot) return;
    // A page that was stored as HTML and put back has the element of a card, and no card.
    card?.remove();
    taken.add(slot);
    cards.set(slot, undefined);
    const { height } = slot.dataset;
    if (height) {
      slot.style.minHeight = `${height}px`;
      slot.style.setProperty("--handbill-min-height", `${height}px`);
    }
    screen.observe(slot);
  };
  const leave = (slot: HTMLElement): void => {
    cards.get(slot)?.destroy();
    screen.unobserve(slot);
    near.delete(slot);
    cards.delete(slot);
    taken.delete(slot);
  };
  const page = new MutationObserver((records) => {
    // Children changed, so each target is an element, or `within`.
    for (const target of new Set(records.map(({ target }) => target))) find(target as Element);
    for (const [slot] of cards) if (!slot.isConnected) leave(slot);
  });
  page.observe(within, { childList: true, subtree: true });
  find(within);
  return () => {
    isEnded = true;
    page.disconnect();
    screen.disconnect();
    for (const [slot, card] of cards) if (!card) leave(slot);
    near.clear();
  };
}

function sharedFields({ dataset, lang }: HTMLElement): BatchFields {
  const { question, test, language = lang } = dataset;
  return {
    ...(question && { context: { question: cut(question, maxQuestion) } }),
    ...(language && { language_code: language }),
    ...(test !== undefined && { test: true }),
  };
}

function slotFields({ dataset: { ad, formats } }: HTMLElement): SlotFields {
  return {
    ...(ad && { placement: ad }),
    // The server validates the formats.
    ...(formats && { accept_formats: formats.match(/\w+/g) as AdFormat[] }),
  };
}
