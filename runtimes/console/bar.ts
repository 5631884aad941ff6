import type { Micros } from "../../core/money.ts";
import { type Html, html } from "./html.ts";

const width = 100;

/** A bar that shows spent and held amounts as parts of a budget, as `text` says. */
export function bar(text: string, spent: Micros, held: Micros, budget: Micros): Html {
  const part = (micros: Micros): number => (budget === 0 ? 0 : Math.min(width, (micros / budget) * width));
  return html`<svg class="bar" viewBox="0 0 ${width} 4" preserveAspectRatio="none" role="img" aria-label="${text}"><rect class="spent" width="${part(spent)}" height="4"/><rect class="held" x="${part(spent)}" width="${part(held)}" height="4"/></svg>`;
}
