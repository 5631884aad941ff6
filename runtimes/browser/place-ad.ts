import type { Ad } from "../../core/contract/ad.ts";
import type { AdFields } from "../../core/contract/ad-fields.ts";
import type { CardWords } from "./card-words.ts";
import type { Client } from "./client.ts";
import { cut } from "./cut.ts";
import { maxAnswer, maxQuestion } from "./limits.ts";
import { mountAd } from "./mount-ad.ts";
import type { AdClient } from "./registry.ts";
import { showAnswer, showFailure } from "./show-answer.ts";

/** The ad of a component: one that it requests, or one that the page has already. */
export interface AdChoice {
  /** The ad to show, for example from your server. `null`: none. Absent: the component requests one. */
  readonly ad?: Ad | null | undefined;
  /** The place of the ad, declared by the platform. Default `chat`. */
  readonly placement?: string | undefined;
  /** The user's question, which chooses the ad. Only its first 4,096 characters are sent (contract.md §2.2). */
  readonly question?: string | undefined;
  /**
   * The answer that the ad stands beside, as it is when the ad is requested. Another answer requests no other ad, because
   * answers grow while they stream. Only its first 16,384 characters are sent.
   */
  readonly answer?: string | undefined;
  /** The other fields of the request. */
  readonly fields?: AdFields | undefined;
  /** The card's own texts, in the page's language. Default: English. */
  readonly words?: Partial<CardWords> | undefined;
}

/** A connection that may also request ads: every {@link Client}, or one of your own without `requestAd`. */
export type PlaceClient = AdClient & Partial<Pick<Client, "requestAd">>;

/**
 * Shows an ad in `element` for a component of a framework. Returns the function that removes it again. The request waits
 * for the next task: a component that is mounted and unmounted at once, as in React's strict mode, requests nothing. A
 * given ad that has expired is not shown. Never rejects: a failure dispatches an `error` event on `element`.
 */
export function placeAd(element: Element, client: PlaceClient, choice: AdChoice): () => void {
  const { ad, words } = choice;
  const card = mountAd(element, { client, words });
  let isPlaced = true;
  const request = async (): Promise<void> => {
    try {
      const found = (await client.requestAd?.(fieldsOf(choice))) ?? null;
      if (!isPlaced) return;
      showAnswer(element, card, found);
    } catch (error) {
      if (!isPlaced) return;
      showFailure(element, card, error);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (ad === undefined) timer = setTimeout(request);
  else card.setAd(ad && Date.parse(ad.expires_at) > Date.now() ? ad : null);
  return () => {
    isPlaced = false;
    clearTimeout(timer);
    card.destroy();
  };
}

/** Identifies what {@link placeAd} shows: place the ad again only when this changes. */
export function adKey({ ad, placement, question, fields }: AdChoice): string {
  return JSON.stringify(ad === undefined ? [placement, question, fields] : (ad?.delivery_id ?? null));
}

function fieldsOf({ placement, question, answer, fields }: AdChoice): AdFields {
  const isConversation = question !== undefined || answer !== undefined;
  return {
    ...fields,
    ...(placement !== undefined && { placement }),
    ...(isConversation && {
      context: { question: question && cut(question, maxQuestion), answer: answer && cut(answer, maxAnswer) },
    }),
  };
}
