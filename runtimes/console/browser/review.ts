import { sdk, showCreative } from "./card.ts";

/** Shows each creative under review in the real card. */
export function showReviewedCards(): void {
  if (sdk() === undefined) return;
  for (const frame of document.querySelectorAll<HTMLElement>("[data-reviewed]")) {
    const onRefused = (why: string): void => frame.replaceChildren(`The card cannot show this: ${why}`);
    showCreative(frame, JSON.parse(frame.dataset["reviewed"] ?? "{}"), { onRefused });
  }
}
