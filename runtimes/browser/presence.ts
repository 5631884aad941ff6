/** Starts an activity that a card has only inside a document. The returned function ends it. */
export type Presence = () => (() => void) | undefined;

/**
 * Starts the activity now if the card is in a document, and again each time it returns. The returned function ends it
 * for good.
 */
export type WhilePresent = (begin: Presence) => () => void;

const tag = "handbill-ad";

/**
 * Makes the element of a card. Its custom element reactions report when it enters and leaves a document, in any shadow
 * tree or document, even months later. Nothing outside the element observes it, so a removed card can be garbage
 * collected. A move within one task is not a removal.
 */
export function createPresentElement(page: Document): {
  readonly host: HTMLElement;
  readonly whilePresent: WhilePresent;
} {
  const { customElements, HTMLElement } = page.defaultView ?? window;
  // Once per window. Other copies of this script, also of other releases, share the class: it calls the same property.
  if (customElements && !customElements.get(tag))
    customElements.define(
      tag,
      class extends HTMLElement {
        declare onPresence?: () => void;
        connectedCallback(): void {
          this.onPresence?.();
        }
        disconnectedCallback(): void {
          this.onPresence?.();
        }
      },
    );
  // Scripts of browser extensions have no custom elements. There a card always counts as present.
  let isPresent = !customElements;
  const host: CardElement = page.createElement(tag);
  const runs = new Set<() => void>();
  host.onPresence = () =>
    queueMicrotask(() => {
      if (isPresent === host.isConnected) return;
      isPresent = !isPresent;
      for (const run of runs) run();
    });
  return {
    host,
    whilePresent: (begin) => {
      let end: (() => void) | undefined;
      const run = (): void => {
        end?.();
        end = isPresent && runs.has(run) ? begin() : undefined;
      };
      runs.add(run);
      run();
      return () => {
        runs.delete(run);
        run();
      };
    },
  };
}

interface CardElement extends HTMLElement {
  onPresence?: () => void;
}
