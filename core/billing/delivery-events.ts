import type { Delivery, DeliveryEvent, IssueChoice, IssueOrder, Press } from "../storage/delivery.ts";
import type { CampaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";

/** One for all: the memory store keeps every delivery. */
const noPresses: readonly Press[] = [];

/** For adapters: the delivery that an order becomes by one of its choices. */
export function newDelivery(
  order: IssueOrder,
  choice: IssueChoice,
  day: CampaignDay,
  issuedAt: EpochMs,
): Delivery {
  return {
    id: order.deliveryId,
    surface: order.surface,
    publisherId: order.publisherId,
    platformId: order.platformId,
    placement: order.placement,
    apiKeyId: order.apiKeyId,
    userKey: order.userKey,
    language: order.language,
    mark: order.mark,
    network: order.network,
    campaignId: choice.campaignId,
    advertiser: choice.advertiser,
    creativeVersionId: choice.creativeVersionId,
    format: choice.format,
    topicId: choice.topicId,
    priceMicros: choice.priceMicros,
    publisherMicros: choice.publisherMicros,
    day,
    issuedAt,
    presses: noPresses,
  };
}

/** For adapters: whether an event is recorded already. `seenRecorded`: a press or a click sets `seenAt`, too. */
export function isRepeated(delivery: Delivery, event: DeliveryEvent, seenRecorded: boolean): boolean {
  switch (event.kind) {
    case "seen":
      return seenRecorded;
    case "click":
      return delivery.clickedAt !== undefined;
    case "press":
      return delivery.presses.some((press) => press.scene === event.scene && press.button === event.button);
    default:
      return event satisfies never;
  }
}

/** For adapters: the delivery once an event is recorded; whether it charges is the store's to say. */
export function deliveryAfter(delivery: Delivery, event: DeliveryEvent, now: EpochMs): Delivery {
  // "A recorded event with a mark sets the delivery's mark if it has none."
  const mark = delivery.mark === "" ? (event.mark ?? "") : delivery.mark;
  const seen = { ...delivery, mark, seenAt: delivery.seenAt ?? now };
  switch (event.kind) {
    case "seen":
      return seen;
    case "click":
      return { ...seen, clickedAt: now };
    case "press":
      return {
        ...seen,
        pressedAt: delivery.pressedAt ?? now,
        presses: [...delivery.presses, { scene: event.scene, button: event.button, at: now }],
      };
    default:
      return event satisfies never;
  }
}
