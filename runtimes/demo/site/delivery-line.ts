import type { MoneyFormat } from "../../../core/money-format.ts";
import type { DeliveryLife } from "./delivery-life.ts";
import { make } from "./elements.ts";

/** The text of a line of the panel. */
export interface Line {
  readonly title: string;
  readonly details: readonly string[];
  readonly price: string;
  readonly steps: readonly LineStep[];
  readonly sentence: string;
}

export interface LineStep {
  readonly label: string;
  readonly state: "done" | "open" | "charged" | "expired";
}

const labels = {
  issued: "issued",
  seen: "seen",
  pressed: "pressed",
  clicked: "clicked",
  charged: "billed",
  expired: "expired",
} as const;

/** The past events of a delivery and, if it can still be billed, the next ones. */
export function stepsOf({ steps, priceMicros, surface }: DeliveryLife): readonly LineStep[] {
  const line: LineStep[] = [];
  const presses = steps.filter(({ kind }) => kind === "pressed").length;
  for (const { kind } of steps) {
    const label = kind === "pressed" && presses > 1 ? `${labels.pressed} ×${presses}` : labels[kind];
    if (line.some((step) => step.label === label)) continue;
    line.push({ label, state: kind === "charged" || kind === "expired" ? kind : "done" });
  }
  const isOver = steps.some(({ kind }) => kind === "charged" || kind === "expired");
  if (isOver || priceMicros === 0) return line;
  return [
    ...line,
    { label: surface === "bot" ? labels.clicked : labels.seen, state: "open" },
    { label: labels.charged, state: "open" },
  ];
}

export function priceOf(priceMicros: number, { price }: MoneyFormat): string {
  return priceMicros === 0 ? "free" : price(priceMicros);
}

/** Draws a line into `item`, in place of its earlier content. */
export function drawLine(item: HTMLElement, { title, details, price, steps, sentence }: Line): void {
  const head = make("div", "line-head");
  head.append(make("strong", "", title), make("span", "price", price));
  const list = make("ul", "steps");
  for (const { label, state } of steps) {
    const step = make("li", `step ${state}`, label);
    if (state === "open") step.append(make("span", "hidden", " (not yet)"));
    list.append(step);
  }
  item.replaceChildren(
    head,
    make("p", "details", details.join(" · ")),
    list,
    make("p", "sentence", sentence),
  );
}
