import type { Ad } from "../../core/contract/ad.ts";
import type { WhilePresent } from "./presence.ts";

/** What a card needs of whoever talks to the ad server; {@link createClient} makes one, a page may bring its own. */
export interface AdClient {
  /** Sends a button's action and returns the next ad. */
  readonly interact: (ad: Ad, action: string) => Promise<Ad>;
  /** Confirms a view; fulfilled when it is confirmed, rejected when it will not be. */
  readonly confirmView: (ad: Ad) => Promise<void>;
}

/** A card in a page, with one ad in it. */
export interface Card {
  readonly host: Element;
  readonly whilePresent: WhilePresent;
  readonly client: AdClient | undefined;
  /** Aborted when the card gets another ad or goes. */
  readonly signal: AbortSignal;
}

/** A card lives as long as its element, which a page may remove without a word. */
const cards = new Map<string, WeakRef<Card>>();
const cardIn = new WeakMap<Element, Card>();
let client: AdClient | undefined;

/** Sets what `mountAd` and `trackView` use where they are given no client. */
export function configure(options: { readonly client: AdClient | undefined }): void {
  client = options.client;
}

export function defaultClient(): AdClient | undefined {
  return client;
}

/** The card that shows a delivery. */
export function cardOf(deliveryId: string): Card | undefined {
  const card = cards.get(deliveryId)?.deref();
  return card?.signal.aborted ? undefined : card;
}

export function enter(deliveryId: string, card: Card): void {
  for (const [id, known] of cards) if (!known.deref()) cards.delete(id);
  cards.set(deliveryId, new WeakRef(card));
  cardIn.set(card.host, card);
}
