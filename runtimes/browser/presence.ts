/** Begins something that a card does only while it is in a document. The returned function ends it. */
export type Presence = () => (() => void) | undefined;

/** Begins now if the card is in a document, and again each time it comes back. The returned function ends it for good. */
export type WhilePresent = (begin: Presence) => () => void;

const tag = "handbill-ad";

/**
 * Makes the element of a card, whose custom element reactions tell when it enters and leaves a document, wherever that
 * happens: in another shadow tree or document, months later. Nothing outside of the element has to watch it, so a card
 * that is removed for good can be collected as garbage with all that it has. A move within one task is no leaving.
 */
export function createPresentElement(page: Document): {
  readonly host: HTMLElement;
  readonly whilePresent: WhilePresent;
} {
  const { customElements, HTMLElement } = page.defaultView ?? window;
  // Once in each window. Another copy of this script, of another release too, shares the class: it calls the same property.
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
  // Scripts of browser extensions have no custom elements: there a card counts as present all the time.
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
