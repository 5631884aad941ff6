import type { MoneyFormat } from "../../../core/money-format.ts";
import type { DeliveryLife, DeliveryStep } from "./delivery-life.ts";

/** The last event of a delivery, in one sentence. */
export function explain(life: DeliveryLife, { amount }: MoneyFormat): string {
  const price = amount(life.priceMicros);
  const last = life.steps.findLast(isCause);
  if (last === undefined) return "";
  const charge = life.steps.find(({ kind }) => kind === "charged");
  const bill =
    charge === undefined ? "Not billed." : charge.at === last.at ? `Billed ${price}.` : "Not billed again.";
  // A press or a click counts as seen in the same instant.
  const cause: Cause = last.kind === "seen" ? causeOf(life.steps, last) : last.kind;
  switch (cause) {
    case "issued":
      if (life.priceMicros === 0) return "Issued. A house ad: it fills the place and is never billed.";
      return life.surface === "bot"
        ? "Issued into a bot’s message. Only a click bills it."
        : `Issued. ${price} is held; nothing is billed yet.`;
    case "seen":
      return `Seen for one second. ${bill}`;
    case "pressed":
      return charge?.at === last.at ? `Pressed, which counts as seen. ${bill}` : `Pressed. ${bill}`;
    case "clicked":
      return charge?.at === last.at ? `Clicked, which counts as seen. ${bill}` : `Clicked. ${bill}`;
    case "expired":
      return life.priceMicros === 0 || life.surface === "bot"
        ? "An hour has passed; nothing was billed."
        : `Not seen within the hour: the ${price} held went back to the campaign.`;
    default:
      return cause satisfies never;
  }
}

type Cause = Exclude<DeliveryStep["kind"], "charged">;

function isCause(step: DeliveryStep): step is DeliveryStep & { readonly kind: Cause } {
  return step.kind !== "charged";
}

function causeOf(steps: readonly DeliveryStep[], seen: DeliveryStep): Cause {
  const together = steps.filter(({ at }) => at === seen.at).map(({ kind }) => kind);
  if (together.includes("clicked")) return "clicked";
  return together.includes("pressed") ? "pressed" : "seen";
}

/** The last event of a test ad. Only the page knows it, because no test ad reaches the store. */
export function explainTest(kind: "issued" | "pressed" | "clicked"): string {
  const what = { issued: "Answered", pressed: "Pressed", clicked: "Clicked" }[kind];
  return `${what}. Test: never stored, never billed.`;
}
