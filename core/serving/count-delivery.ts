import type { CreativeVersion } from "../catalog/entities.ts";
import type { CountedEvent } from "../reporting/counter.ts";
import { languageOfDelivery } from "../reporting/languages.ts";
import type { Snapshot } from "../selection/snapshot.ts";
import type { Delivery, DeliveryEvent, RecordOutcome } from "../storage/delivery.ts";
import type { Services } from "./services.ts";

type Counting = Pick<Services, "counter" | "creatives" | "snapshot">;

/** Counts an ad that was issued. */
export function countIssued(
  delivery: Delivery,
  { creative }: CreativeVersion,
  { counter, snapshot }: Pick<Services, "counter" | "snapshot">,
): void {
  counter.add({ metric: "issued", ...fieldsOf(delivery, creative.id, snapshot) });
}

/** Counts an event that was recorded, and the view when the delivery was not seen before. */
export function countEvent(kind: DeliveryEvent["kind"], outcome: RecordOutcome, services: Counting): void {
  if (outcome.outcome !== "recorded") return;
  const { delivery } = outcome;
  const fields = fieldsOf(delivery, services.creatives.creativeIdOf(delivery), services.snapshot);
  if (kind !== "seen") services.counter.add({ metric: kind, ...fields });
  if (wasFirstToSee(kind, outcome)) services.counter.add({ metric: "seen", ...fields });
}

function fieldsOf(
  delivery: Delivery,
  creativeId: string,
  { languages }: Snapshot,
): Omit<CountedEvent, "metric"> {
  const { publisherId, platformId, placement, apiKeyId, format } = delivery;
  const { advertiser, campaignId, topicId } = delivery;
  return {
    publisherId,
    platformId,
    placement,
    apiKeyId,
    format,
    language: languageOfDelivery(delivery.language, languages),
    advertiser,
    campaignId,
    creativeId,
    topicId,
  };
}

/**
 * Whether the delivery became seen by this event. For a priced web delivery that is the event that charges. Others carry
 * no receipt (contract.md §2.3), so they are seen by their first press or click.
 */
function wasFirstToSee(
  kind: DeliveryEvent["kind"],
  { charged, delivery }: Extract<RecordOutcome, { readonly outcome: "recorded" }>,
): boolean {
  if (delivery.surface === "web" && delivery.priceMicros > 0) return charged;
  const { seenAt, pressedAt, clickedAt, presses } = delivery;
  switch (kind) {
    case "seen":
      return pressedAt === undefined && clickedAt === undefined;
    case "press":
      return presses.length === 1 && clickedAt === undefined && seenAt === pressedAt;
    case "click":
      return pressedAt === undefined && seenAt === clickedAt;
    default:
      return kind satisfies never;
  }
}
