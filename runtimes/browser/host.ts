import { createPresentElement, type WhilePresent } from "./presence.ts";
import { cardStyles } from "./styles.ts";

/** The place of a card in a page: an element with a shadow that the page's styles do not reach. */
export interface Host {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Before the content changes: while it is on screen its height stays, so that nothing below moves up. */
  readonly reserve: (isEmpty: boolean) => void;
  readonly whilePresent: WhilePresent;
  readonly leave: () => void;
}

/**
 * Appends a host to `element`. Its height before an ad comes is the page's `--handbill-min-height`; the page itself keeps
 * that place until this script has come: `#slot:empty { min-height: … }`.
 */
export function createHost(element: Element): Host {
  const page = element.ownerDocument;
  const { host, whilePresent } = createPresentElement(page);
  const root = host.attachShadow({ mode: "open" });
  // Sheets are made in the page's own realm, and allowed where a strict policy forbids style elements and attributes.
  const Sheet = page.defaultView?.CSSStyleSheet ?? CSSStyleSheet;
  const look = new Sheet();
  const reserved = new Sheet();
  look.replaceSync(cardStyles);
  root.adoptedStyleSheets = [look, reserved];
  let isOnScreen = false;
  let isEmpty = false;
  const settle = (): void => {
    // Out of the page it has no height to keep.
    const height = isOnScreen && host.offsetHeight;
    const rule = height ? `${height}px` : isEmpty && "0";
    reserved.replaceSync(rule ? `:host{min-block-size:${rule}!important}` : "");
  };
  const screen = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting === true;
    if (!isOnScreen) settle();
  });
  element.append(host);
  const stop = whilePresent(() => {
    screen.observe(host);
    return () => screen.disconnect();
  });
  return {
    host,
    root,
    reserve: (willBeEmpty) => {
      isEmpty = willBeEmpty;
      settle();
    },
    whilePresent,
    leave: () => {
      stop();
      host.remove();
    },
  };
}
