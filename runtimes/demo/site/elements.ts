/** An element with a class and text; text stays text. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  text = "",
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}

/** The element of the page that has this id. */
export function find(id: string): HTMLElement;
export function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind;
export function find(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no #${id} of this kind.`);
}

/** Lets the keyboard scroll an element that may be larger inside than outside; not every browser does by itself. */
export function makeScrollable(element: HTMLElement, name: string): void {
  element.tabIndex = 0;
  if (!element.hasAttribute("role")) element.setAttribute("role", "region");
  element.setAttribute("aria-label", name);
}
