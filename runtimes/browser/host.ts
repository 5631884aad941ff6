import { cardStyles } from "./styles.ts";

/** The place of a card in a page: an element with a shadow that the page's styles do not reach. */
export interface Host {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Before the content changes: while it is on screen its height stays, so that nothing below moves up. */
  readonly reserve: (isEmpty: boolean) => void;
  readonly leave: () => void;
}

/**
 * Appends a host to `element`. Its height before an ad comes is the page's `--handbill-min-height`; the page itself keeps
 * that place until this script has come: `#slot:empty { min-height: … }`.
 */
export function createHost(element: Element): Host {
  const page = element.ownerDocument;
  const host = page.createElement("handbill-ad");
  const root = host.attachShadow({ mode: "open" });
  // Sheets are made in the page's own realm, and allowed where a strict policy forbids style elements and attributes.
  const Sheet = page.defaultView?.CSSStyleSheet ?? CSSStyleSheet;
  const look = new Sheet();
  const height = new Sheet();
  look.replaceSync(cardStyles);
  root.adoptedStyleSheets = [look, height];
  let isOnScreen = false;
  let isEmpty = false;
  const settle = (): void => {
    const rule = isOnScreen ? `${host.offsetHeight}px` : isEmpty && "0";
    height.replaceSync(rule ? `:host{min-block-size:${rule}!important}` : "");
  };
  const screen = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting === true;
    if (!isOnScreen) settle();
  });
  element.append(host);
  screen.observe(host);
  return {
    host,
    root,
    reserve: (willBeEmpty) => {
      isEmpty = willBeEmpty;
      settle();
    },
    leave: () => {
      screen.disconnect();
      host.remove();
    },
  };
}
