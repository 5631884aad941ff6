/** A blend mode, or a filter that hides: a blur or the page's own. */
const hidingEffect = /^(?!normal)|url|ur\([1-9]/;
/** The functions of a filter that take light: opacity, brightness and contrast. */
const dimming = /(?:y|s|ast)\(/;
/** Nothing but a colour, and its opacity: `rgba(0, 0, 0, 0.1)`, `oklch(0 0 0 / 0.1)`. A first layer of several may be `none`. */
const tint = /^none\w.*(?:a.*,|\/) (\d.*)\)\w+$/;
/** Elements that paint by themselves, and custom elements, whose inside may be unknown. */
const paintsItself = /-|svg|canvas|object|progress|meter/;
const minLight = 0.5;

/** A document or a shadow tree. Their properties tell them, because each frame has classes of its own. */
type Tree = Node &
  Partial<
    Pick<Document, "defaultView" | "elementFromPoint" | "elementsFromPoint"> & Pick<ShadowRoot, "host">
  >;

/** A point of a window, in CSS pixels. */
export type Point = readonly [x: number, y: number];

/**
 * How many of the points of `element` a person sees, with so much `light` left: none if its opacity, multiplied through
 * its ancestors and their filters, is less than half; none where the elements above it leave half of the light or less.
 * Goes on in the trees and in the frames of the same origin around it. At a frame of another origin `isVisible` decides.
 *
 * A browser's hit test does not find elements with `pointer-events: none`. Such a cover stays unnoticed; such an
 * element, or an inert one, is not seen.
 */
export function countVisible(
  element: Element,
  points: readonly Point[],
  isVisible: boolean | undefined,
  light = 1,
): number {
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { mixBlendMode, filter, opacity } = getComputedStyle(around);
    if (hidingEffect.test(mixBlendMode + filter)) return 0;
    for (const share of (opacity + filter).split(dimming)) light *= Math.min(1, parseFloat(share));
  }
  const tree: Tree = element.getRootNode();
  // A removed element is in no tree.
  if (!tree.elementFromPoint || light < minLight) return 0;
  const visible = points.filter(([x, y]) => {
    let left = light;
    const decides = (hit: Element): boolean => {
      if (element.contains(hit)) return true;
      left *= lightThrough(hit);
      return left <= minLight;
    };
    let first = tree.elementFromPoint?.(x, y);
    // The list of all elements costs ten times as much, so only a transparent one at the top leads to it.
    if (first && !decides(first)) {
      left = light;
      first = tree.elementsFromPoint?.(x, y).find(decides);
    }
    return first && element.contains(first);
  });
  if (tree.host) return countVisible(tree.host, visible, isVisible, light);
  const view = tree.defaultView;
  const frame = view?.frameElement as HTMLElement | null | undefined;
  if (!frame) return view === view?.parent || isVisible !== false ? visible.length : 0;
  const box = frame.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  const across = box.width / frame.offsetWidth;
  const down = box.height / frame.offsetHeight;
  const around = visible.map(
    ([x, y]): Point => [
      box.x + (x + frame.clientLeft + parseFloat(paddingLeft)) * across,
      box.y + (y + frame.clientTop + parseFloat(paddingTop)) * down,
    ],
  );
  return countVisible(frame, around, isVisible, light * Math.min(1, across, down));
}

/** The share of light that an element lets through: 0 for embedded content. A pseudo-element may be the cover. */
function lightThrough(element: Element): number {
  if ("src" in element || element.shadowRoot || paintsItself.test(element.namespaceURI + element.localName))
    return 0;
  let light = 1;
  for (const pseudo of ["", ":before", ":after"]) {
    const { backgroundColor, backgroundImage, backdropFilter, opacity } = getComputedStyle(element, pseudo);
    const [, share = "1"] = tint.exec(backgroundImage + backgroundColor + backdropFilter) ?? [];
    light *= 1 - parseFloat(share) * parseFloat(opacity);
  }
  return light;
}
