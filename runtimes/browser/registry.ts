import type { Ad } from "../../core/contract/ad.ts";
import type { ReportReason } from "../../core/contract/report-request.ts";
import type { WhilePresent } from "./presence.ts";

/** The connection of a card to the ad server. {@link createClient} makes one; a page may implement its own. */
export interface AdClient {
  /** Sends a button's action and resolves with the next ad. Rejects when it fails. */
  readonly interact: (ad: Ad, action: string) => Promise<Ad>;
  /** Confirms a view. Resolves after the confirmation; rejects when the view cannot be confirmed. */
  readonly confirmView: (ad: Ad) => Promise<void>;
  /** Reports an ad. Rejects when it fails. Without it the card offers no report. */
  readonly report?: ((ad: Ad, reason: ReportReason) => Promise<void>) | undefined;
}

/** A card with its current ad. */
export interface Card {
  readonly host: Element;
  readonly whilePresent: WhilePresent;
  readonly client: AdClient | undefined;
  /** Aborted when the card shows another ad or is removed. */
  readonly signal: AbortSignal;
}

/** Weak references: a page may remove a card's element without notice. */
const cards = new Map<string, WeakRef<Card>>();
const cardIn = new WeakMap<Element, Card>();
let client: AdClient | undefined;

/** Sets the default client of `mountAd` and `trackView`. */
export function configure(options: { readonly client: AdClient | undefined }): void {
  client = options.client;
}

/** The client of {@link configure}. */
export function defaultClient(): AdClient | undefined {
  return client;
}

/** The card that shows a delivery. */
export function cardOf(deliveryId: string): Card | undefined {
  const card = cards.get(deliveryId)?.deref();
  return card?.signal.aborted ? undefined : card;
}

/** Registers the card that shows a delivery. */
export function enter(deliveryId: string, card: Card): void {
  for (const [id, known] of cards) if (!known.deref()) cards.delete(id);
  cards.set(deliveryId, new WeakRef(card));
  cardIn.set(card.host, card);
}
