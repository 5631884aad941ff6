import { createPresentElement, type WhilePresent } from "./presence.ts";
import { cardStyles } from "./styles.ts";

/** The host of a card in a page: an element with a shadow root, which the page's styles do not reach. */
export interface Host {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /**
   * Call it before the content changes. While the host is on screen it keeps its height, so that content below does not
   * jump.
   */
  readonly reserve: (isEmpty: boolean) => void;
  readonly whilePresent: WhilePresent;
}

/**
 * Appends a host to `element`. Its height before the first ad is the page's `--handbill-min-height`. The page itself
 * reserves the space until this script runs: `#slot:empty { min-height: … }`.
 */
export function createHost(element: Element): Host {
  const page = element.ownerDocument;
  const { host, whilePresent } = createPresentElement(page);
  const root = host.attachShadow({ mode: "open" });
  // Sheets belong to the page's own realm. A strict policy allows them where it forbids style elements and attributes.
  const { CSSStyleSheet: Sheet } = page.defaultView ?? window;
  const look = new Sheet();
  const reserved = new Sheet();
  look.replaceSync(cardStyles);
  root.adoptedStyleSheets = [look, reserved];
  // Until it is known: an answer may come before the first frame, and content in sight must not jump.
  let isOnScreen = true;
  let isEmpty = false;
  const settle = (): void => {
    // Outside the document it has no height.
    const height = (isOnScreen && host.offsetHeight) || (isEmpty && "0");
    reserved.replaceSync(height ? `:host{min-block-size:${height}px!important}` : "");
  };
  const screen = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting === true;
    if (!isOnScreen) settle();
  });
  element.append(host);
  whilePresent(() => {
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
  };
}
