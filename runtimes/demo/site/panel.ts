import type { MoneyFormat } from "../../../core/money-format.ts";
import type { DeliveriesAnswer, DeliveryLife, DeliveryTotals } from "./delivery-life.ts";
import { drawLine, type Line, priceOf, stepsOf } from "./delivery-line.ts";
import { find, make } from "./elements.ts";
import { explain } from "./explain.ts";

/** Lines in the page; older ones go. */
const maxLines = 60;

export interface Panel {
  /** Draws a line, above all others when its key is new, and says its sentence. */
  readonly show: (key: string, line: Line) => void;
  readonly showAnswer: (answer: DeliveriesAnswer, isFirst: boolean) => void;
  readonly clear: () => void;
  readonly setConnected: (isConnected: boolean) => void;
}

export function createPanel(money: MoneyFormat): Panel {
  const list = find("deliveries");
  const now = find("now");
  const connection = find("connection");
  const items = new Map<string, HTMLElement>();

  const draw = (key: string, line: Line): void => {
    const item = items.get(key) ?? make("li", "delivery");
    drawLine(item, line);
    if (!items.has(key)) list.prepend(item);
    items.set(key, item);
    const [oldest] = items;
    if (oldest !== undefined && items.size > maxLines) {
      oldest[1].remove();
      items.delete(oldest[0]);
    }
    for (const other of items.values()) other.classList.toggle("latest", other === item);
  };
  return {
    show: (key, line) => {
      draw(key, line);
      now.textContent = line.sentence;
    },
    showAnswer: ({ deliveries, totals }, isFirst) => {
      showTotals(totals, money);
      for (const life of deliveries) draw(`delivery ${life.number}`, lineOf(life, money));
      const last = deliveries.toSorted((a, b) => lastAt(a) - lastAt(b)).at(-1);
      if (last !== undefined && !isFirst) now.textContent = explain(last, money);
    },
    clear: () => {
      items.clear();
      list.replaceChildren();
    },
    setConnected: (isConnected) => {
      connection.textContent = isConnected ? "live" : "no answer";
      connection.classList.toggle("away", !isConnected);
    },
  };
}

function showTotals(
  { issued, charged, billedMicros, heldMicros }: DeliveryTotals,
  { amount }: MoneyFormat,
): void {
  find("total-issued").textContent = String(issued);
  find("total-held").textContent = amount(heldMicros);
  find("total-charged").textContent = String(charged);
  find("total-billed").textContent = amount(billedMicros);
}

function lineOf(life: DeliveryLife, money: MoneyFormat): Line {
  const { campaign, format, topic, placement, priceMicros } = life;
  return {
    title: campaign,
    details: [format, topic === undefined ? "no topic" : `topic ${topic}`, placement],
    price: priceOf(priceMicros, money),
    steps: stepsOf(life),
    sentence: explain(life, money),
  };
}

function lastAt({ steps }: DeliveryLife): number {
  return steps.at(-1)?.at ?? 0;
}
