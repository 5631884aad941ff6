import { parseDeliveryId } from "../../core/signing/delivery-id.ts";
import type { DeliveryEvent, RecordOutcome } from "../../core/storage/delivery.ts";
import { type Context, chunks, maxPerScript, newNonce, nowArgument } from "./context.ts";
import { toDelivery } from "./delivery-value.ts";
import { misfit } from "./json.ts";
import { recordScript } from "./scripts/record.ts";

/** `ServingStore.record`: one script for at most 64 events, one after the other. Texts that are no delivery ids are not sent. */
export async function record(
  context: Context,
  events: readonly DeliveryEvent[],
): Promise<readonly RecordOutcome[]> {
  const outcomes: RecordOutcome[] = events.map(() => ({ outcome: "unknown" }));
  const places = events.flatMap(({ deliveryId }, n) =>
    parseDeliveryId(deliveryId) === undefined ? [] : [n],
  );
  for (const part of chunks(places, maxPerScript)) {
    const judged = await recordPart(
      context,
      part.flatMap((place) => events[place] ?? []),
    );
    for (const [n, place] of part.entries()) outcomes[place] = judged[n] ?? misfit("an outcome");
  }
  return outcomes;
}

async function recordPart(
  context: Context,
  events: readonly DeliveryEvent[],
): Promise<readonly RecordOutcome[]> {
  const { keys, deliveriesKeptMs } = context;
  const { head, lines } = await context.run(
    recordScript,
    [keys.root, ...events.map(({ deliveryId }) => keys.delivery(deliveryId))],
    [nowArgument(context), newNonce(), String(deliveriesKeptMs), ...events.flatMap(argumentsOf)],
  );
  if (head[0] !== "recorded" || lines.length !== events.length) misfit("an outcome for each event");
  return events.map(({ deliveryId }, n) => toOutcome(deliveryId, lines[n] ?? ""));
}

function argumentsOf(event: DeliveryEvent): readonly string[] {
  return [identityOf(event), event.mark ?? ""];
}

function identityOf(event: DeliveryEvent): string {
  switch (event.kind) {
    case "seen":
      return "s";
    case "click":
      return "c";
    case "press":
      return `p:${event.scene}:${event.button}`;
    default:
      return event satisfies never;
  }
}

function toOutcome(deliveryId: string, line: string): RecordOutcome {
  if (line === "u") return { outcome: "unknown" };
  const delivery = toDelivery(deliveryId, line.slice(1));
  switch (line[0]) {
    case "e":
      return { outcome: "expired", delivery };
    case "y":
      return { outcome: "too_early", delivery };
    case "d":
      return { outcome: "duplicate", delivery };
    case "r":
      return { outcome: "recorded", charged: false, delivery };
    case "R":
      return { outcome: "recorded", charged: true, delivery };
    default:
      return misfit("an outcome");
  }
}
