import type { DeliveryEvent, RecordOutcome } from "../../core/storage/delivery.ts";
import { arrayOf, numberOf, recordOf, type StoredObject, textOf } from "../kit/stored-values.ts";
import { seenDelivery, toDelivery } from "./delivery-row.ts";
import { findUuid } from "./delivery-uuid.ts";
import type { Functions } from "./functions.ts";

const unknown: RecordOutcome = { outcome: "unknown" };

/** `ServingStore.record` by one call of record_v2. */
export async function record(
  functions: Functions,
  events: readonly DeliveryEvent[],
): Promise<readonly RecordOutcome[]> {
  // By the delivery's uuid: the index of its only event, or -1 if record_v2 gets its events one by one.
  const deliveries = new Map<string, number>();
  const uuids = events.map((event, index) => {
    const id = findUuid(event.deliveryId);
    if (id !== undefined) deliveries.set(id, isPlainView(event) && !deliveries.has(id) ? index : -1);
    return id;
  });
  if (deliveries.size === 0) return events.map(() => unknown);
  const others = events.flatMap((event, n) => {
    const id = uuids[n];
    return id === undefined || deliveries.get(id) !== -1 ? [] : [{ ...event, deliveryId: undefined, id, n }];
  });
  const answer = recordOf(await functions.record([...deliveries.keys()].sort(), others));
  const outcomes = events.map(() => unknown);
  const seen = answer["seen"] === null ? undefined : recordOf(answer["seen"]);
  for (const [row, uuid] of arrayOf(seen?.["id"] ?? []).entries()) {
    const index = deliveries.get(textOf(uuid)) ?? -1;
    const id = events[index]?.deliveryId;
    if (seen === undefined || id === undefined)
      throw new TypeError("record_v2 named a view that is not in the batch");
    outcomes[index] = { outcome: "recorded", charged: true, delivery: seenDelivery(id, seen, row) };
  }
  const left = arrayOf(answer["events"] ?? []).map(recordOf);
  for (const line of arrayOf(answer["answers"] ?? []).map(recordOf)) {
    const event = left[numberOf(line["n"]) - 1];
    const index = event?.["n"] ?? deliveries.get(textOf(event?.["id"]));
    outcomes[numberOf(index)] = outcome(line);
  }
  return outcomes;
}

function isPlainView({ kind, mark = "" }: DeliveryEvent): boolean {
  return kind === "seen" && mark === "";
}

function outcome(line: StoredObject): RecordOutcome {
  const kind = line["outcome"];
  switch (kind) {
    case "unknown":
      return unknown;
    case "recorded":
      return { outcome: kind, charged: line["charged"] === true, delivery: toDelivery(line["delivery"]) };
    case "duplicate":
    case "too_early":
    case "expired":
      return { outcome: kind, delivery: toDelivery(line["delivery"]) };
    default:
      throw new TypeError(`record answered with the unknown outcome ${String(kind)}`);
  }
}
