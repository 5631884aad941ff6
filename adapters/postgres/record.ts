import type { DeliveryEvent, RecordOutcome } from "../../core/storage/delivery.ts";
import { arrayOf, numberOf, recordOf, type StoredObject } from "../kit/stored-values.ts";
import { toDelivery } from "./delivery-row.ts";
import { findUuid } from "./delivery-uuid.ts";
import type { Functions } from "./functions.ts";

/** `ServingStore.record` by one call of record. */
export async function record(
  functions: Functions,
  events: readonly DeliveryEvent[],
): Promise<readonly RecordOutcome[]> {
  if (events.length === 0) return [];
  const rows = events.map(eventRow);
  const known = rows.filter((row) => row !== undefined);
  const answer = known.length === 0 ? [] : await functions.record(known);
  const lines = new Map(arrayOf(answer).map((line) => [numberOf(recordOf(line)["n"]), recordOf(line)]));
  let n = 0;
  return rows.map((row): RecordOutcome => {
    if (row === undefined) return { outcome: "unknown" };
    n += 1;
    return outcome(lines.get(n));
  });
}

/** `undefined` for a text that cannot be the id of a delivery. */
function eventRow(event: DeliveryEvent): object | undefined {
  const { kind, mark } = event;
  const id = findUuid(event.deliveryId);
  if (id === undefined) return undefined;
  return kind === "press" ? { id, kind, scene: event.scene, button: event.button, mark } : { id, kind, mark };
}

function outcome(line: StoredObject | undefined): RecordOutcome {
  if (line === undefined) throw new TypeError("record left an event without an answer");
  const kind = line["outcome"];
  switch (kind) {
    case "unknown":
      return { outcome: kind };
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
