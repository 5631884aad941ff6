import * as v from "valibot";
import { creativeFormats } from "../contract/formats.ts";
import { creativeAnswer } from "./entity-shapes.ts";
import { currencyInAnswer } from "./route.ts";

const instant = v.pipe(v.string(), v.isoTimestamp());
const micros = v.pipe(v.number(), v.safeInteger());

const markWords = "The traffic rule that marked the delivery; empty for none.";
const networkWords = "Keyed hash of the network, whose key changes daily; empty if unknown or forgotten.";

const common = {
  id: v.string(),
  surface: v.picklist(["web", "bot"]),
  platformId: v.string(),
  placement: v.string(),
  apiKeyId: v.pipe(v.string(), v.description("The API key of the request; empty for a browser.")),
  language: v.string(),
  format: v.picklist(creativeFormats),
  topicId: v.nullable(v.string()),
  issuedAt: instant,
};

/** A delivery of the last hour. */
export const recentDelivery: v.GenericSchema = v.pipe(
  v.strictObject({
    ...common,
    seenAt: v.nullable(instant),
    pressedAt: v.nullable(instant),
    clickedAt: v.nullable(instant),
    chargedAt: v.nullable(instant),
    earningsMicros: micros,
    publisherId: v.optional(v.pipe(v.string(), v.description("Only for the operator."))),
    advertiser: v.optional(v.pipe(v.string(), v.description("Only for the operator."))),
    campaignId: v.optional(v.pipe(v.string(), v.description("Only for the operator."))),
    priceMicros: v.optional(v.pipe(micros, v.description("Only for the operator."))),
    mark: v.optional(v.pipe(v.string(), v.description(`Only for the operator. ${markWords}`))),
    network: v.optional(v.pipe(v.string(), v.description(`Only for the operator. ${networkWords}`))),
  }),
  v.title("RecentDelivery"),
);

/** A delivery with its history. */
export const deliveryLife: v.GenericSchema = v.pipe(
  v.strictObject({
    ...common,
    state: v.picklist(["issued", "seen", "expired"]),
    publisherId: v.string(),
    advertiser: v.string(),
    campaignId: v.string(),
    creativeVersionId: v.string(),
    creative: v.pipe(
      v.nullable(creativeAnswer),
      v.description("The version that was shown, if it is still kept."),
    ),
    currency: currencyInAnswer,
    priceMicros: micros,
    publisherMicros: micros,
    adjustedMicros: v.pipe(micros, v.description("What was taken back of the charge.")),
    adjustedPublisherMicros: micros,
    mark: v.pipe(v.string(), v.description(markWords)),
    network: v.pipe(v.string(), v.description(networkWords)),
    day: v.pipe(v.string(), v.isoDate()),
    expiresAt: instant,
    life: v.array(
      v.strictObject({
        at: instant,
        event: v.picklist(["issued", "seen", "pressed", "clicked", "charged", "expired"]),
        detail: v.string(),
      }),
    ),
  }),
  v.title("DeliveryLife"),
);
