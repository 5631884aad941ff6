import type { CreativeVersion } from "../catalog/entities.ts";
import type { ReportReason } from "../contract/report-request.ts";
import type { CountedEvent } from "../reporting/counter.ts";
import { languageOfDelivery } from "../reporting/languages.ts";
import type { Snapshot } from "../selection/snapshot.ts";
import type { Delivery, DeliveryEvent, RecordOutcome } from "../storage/delivery.ts";
import { type ExclusionReason, provesRequester } from "../traffic/judgement.ts";
import type { Services } from "./services.ts";

const secondMs = 1_000;

type Counting = Pick<
  Services,
  "configuration" | "counter" | "creatives" | "snapshot" | "unconfirmed" | "holds" | "learning"
>;

/** Counts an ad that was issued. The reason is its mark. A view can confirm it on the web, if it has a price. */
export function countIssued(
  delivery: Delivery,
  { creative }: CreativeVersion,
  network: string | undefined,
  {
    counter,
    snapshot,
    unconfirmed,
    learning,
  }: Pick<Counting, "counter" | "snapshot" | "unconfirmed" | "learning">,
): void {
  const visitor = visitorOf(delivery);
  if (visitor !== "" && delivery.surface === "web" && delivery.priceMicros > 0)
    unconfirmed.noteIssued(visitor);
  const fields = fieldsOf(delivery, creative.id, snapshot);
  counter.add({ metric: "issued", reason: delivery.mark, ...fields });
  const isLearned = learning.ofIssued(network) && delivery.mark === "";
  if (!isLearned) counter.add({ metric: "unlearned_issued", ...fields });
}

/**
 * Counts an event that was recorded, and the view when the delivery was not seen before. The reason is the delivery's mark. The
 * visitor has confirmed an ad.
 */
export function countEvent(
  kind: DeliveryEvent["kind"],
  outcome: RecordOutcome,
  network: string | undefined,
  services: Counting,
): void {
  if (outcome.outcome !== "recorded") return;
  const { delivery } = outcome;
  const userKey = visitorOf(delivery);
  if (userKey !== "") services.unconfirmed.noteConfirmed(userKey);
  const ofAd = fieldsOf(delivery, services.creatives.creativeIdOf(delivery), services.snapshot);
  const fields = { reason: delivery.mark, ...ofAd };
  if (kind !== "seen") services.counter.add({ metric: kind, ...fields });
  if (!wasFirstToSee(kind, outcome)) return;
  services.counter.add({ metric: "seen", ...fields });
  countViewSeconds(delivery, services);
  const { apiKeyId, mark } = delivery;
  if (provesRequester(mark))
    services.holds.confirmed({ userKey, apiKeyId, network }, services.configuration.trafficRules);
  const isLearned = services.learning.ofView(network) && delivery.mark === "";
  if (!isLearned) services.counter.add({ metric: "unlearned_seen", ...ofAd });
}

/** The visitor of a delivery; empty if its identity is not stored, so that no memory of visitors keeps the delivery's own id. */
function visitorOf({ id, userKey }: Delivery): string {
  return userKey === id ? "" : userKey;
}

/** Only priced web ads: others are seen by a press or click. Fields of the ad are omitted, so that there are few lines. */
function countViewSeconds(delivery: Delivery, { counter }: Counting): void {
  const { surface, priceMicros, issuedAt, seenAt = issuedAt } = delivery;
  const seconds = Math.round((seenAt - issuedAt) / secondMs);
  if (surface !== "web" || priceMicros === 0 || seconds <= 0) return;
  const { publisherId, platformId, apiKeyId } = delivery;
  counter.add({ metric: "view_seconds", publisherId, platformId, apiKeyId }, seconds);
}

/** Counts a view or press that was excluded. */
export function countUncounted(
  metric: "uncounted_view" | "uncounted_press",
  reason: ExclusionReason,
  delivery: Delivery,
  { counter, creatives, snapshot }: Counting,
): void {
  counter.add({ metric, reason, ...fieldsOf(delivery, creatives.creativeIdOf(delivery), snapshot) });
}

/** Counts a report of an ad by the person who saw it. */
export function countReported(
  delivery: Delivery,
  creativeId: string,
  reason: ReportReason,
  { counter, snapshot }: Counting,
): void {
  counter.add({ metric: "reported", reason, ...fieldsOf(delivery, creativeId, snapshot) });
}

function fieldsOf(
  delivery: Delivery,
  creativeId: string,
  { languages }: Snapshot,
): Omit<CountedEvent, "metric" | "reason"> {
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
