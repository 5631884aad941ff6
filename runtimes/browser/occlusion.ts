/** A blend mode, or a filter that hides: less than half of opacity, brightness or contrast, a blur, the page's own. */
const hidingEffect = /^(?!normal)|url|(y|s|ast)\(0(\)|\.[0-4])|ur\([1-9]/;
/** No image, less than half of a colour's opacity (`rgba(0, 0, 0, 0.1)`, `oklch(0 0 0 / 0.1)`), no blur of what is below. */
const transparentPaint = /^none.*(a.*,|\/) 0(\)|\.[0-4])(?!.*blur)/;
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
 * its ancestors, is less than half; none where something with paint is above it. Goes on in the trees and in the frames
 * of the same origin around it. At a frame of another origin `isVisible` decides.
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
    light *= hidingEffect.test(mixBlendMode + filter) ? 0 : Number(opacity);
  }
  const tree: Tree = element.getRootNode();
  // A removed element is in no tree.
  if (!tree.elementFromPoint || light < minLight) return 0;
  const decides = (hit: Element): boolean => element.contains(hit) || covers(hit);
  const visible = points.filter(([x, y]) => {
    const top = tree.elementFromPoint?.(x, y);
    // The list of all elements costs ten times as much, so only a transparent one at the top leads to it.
    const first = top && !decides(top) ? tree.elementsFromPoint?.(x, y).find(decides) : top;
    return first && element.contains(first);
  });
  if (tree.host) return countVisible(tree.host, visible, isVisible, light);
  const view = tree.defaultView;
  const frame = view?.frameElement;
  if (!frame) return view === view?.parent || isVisible !== false ? visible.length : 0;
  const box = frame.getBoundingClientRect();
  const scale = box.width / frame.clientWidth;
  const around = visible.map(([x, y]) => [box.x + x * scale, box.y + y * scale] as const);
  return countVisible(frame, around, isVisible, light * scale);
}

/** Embedded content and shadow trees, whose inside may be unknown, always cover. A pseudo-element may be the cover. */
function covers(element: Element): boolean {
  return (
    "src" in element ||
    element.shadowRoot !== null ||
    /-/.test(element.localName) ||
    ["", "::before", "::after"].some((pseudo) => {
      const { backgroundColor, backgroundImage, backdropFilter, opacity } = getComputedStyle(element, pseudo);
      return (
        Number(opacity) >= minLight &&
        !transparentPaint.test(backgroundImage + backgroundColor + backdropFilter)
      );
    })
  );
}
