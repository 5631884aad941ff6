import * as v from "valibot";
import { identifier, instant, type Parser, text, uniqueList } from "../catalog/fields.ts";
import { anyText } from "../contract/text.ts";
import { type Micros, maxMicros } from "../money.ts";
import { maxBatch } from "../storage/serving-store.ts";
import { type Adjustment, maxReasonLength } from "../storage/settlement-store.ts";
import type { Role } from "./principal.ts";
import { currencyInAnswer } from "./route.ts";

const maxListed = 100;
const micros = v.pipe(v.number(), v.safeInteger());
const instantAnswer = v.pipe(v.string(), v.isoTimestamp());
const described = <T>(schema: Parser<T>, words: string): Parser<T> => v.pipe(schema, v.description(words));

/** The id of an operation. */
const operationId: Parser<string> = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{1,64}$/, "Use 1 to 64 characters of A–Z a–z 0–9 _ -"),
);

const deliveryId = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{22}$/, "Send the 22 characters of a delivery's id."),
);

const listed = (item: Parser<string>, words: string) =>
  v.optional(described(uniqueList(item, 1, maxListed), words));

/** The body of a write-off. */
export interface WriteOffBody {
  readonly plan: boolean;
  readonly operation?: string | undefined;
  readonly reason?: string | undefined;
  readonly restoresBudget: boolean;
  readonly micros?: Micros | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly publisherIds?: readonly string[] | undefined;
  readonly platformIds?: readonly string[] | undefined;
  readonly apiKeyIds?: readonly string[] | undefined;
  readonly campaignIds?: readonly string[] | undefined;
  readonly marks?: readonly string[] | undefined;
  readonly networks?: readonly string[] | undefined;
  readonly deliveryIds?: readonly string[] | undefined;
  readonly after?: string | undefined;
}

/** The schema of {@link WriteOffBody}. */
export const writeOffBody: Parser<WriteOffBody> = v.strictObject({
  plan: v.optional(v.pipe(v.boolean(), v.description("Only compute the effect.")), false),
  operation: v.optional(
    described(
      operationId,
      "The id of the operation, made if it is absent. An operation adjusts a charge at most once: repeat it with its id.",
    ),
  ),
  reason: v.optional(described(text(maxReasonLength), "Why, for the parties. Required unless it is a plan.")),
  restoresBudget: v.optional(
    v.pipe(v.boolean(), v.description("Campaigns may use the amounts of their total budgets again.")),
    false,
  ),
  micros: v.optional(
    v.pipe(
      v.number(),
      v.safeInteger("Send a whole number of micros."),
      v.minValue(1, "Send at least 1."),
      v.maxValue(maxMicros),
      v.description("The amount, for a single delivery. Absent: all that is left of each charge."),
    ),
  ),
  from: v.optional(described(instant, "The first instant of the charges. Default: of all time.")),
  to: v.optional(
    described(
      instant,
      "Their end, excluded. Default: now. Send the `to` of the first answer with all calls.",
    ),
  ),
  publisherIds: listed(identifier(), "Only these publishers."),
  platformIds: listed(identifier(), "Only these platforms."),
  apiKeyIds: listed(anyText, "Only these API keys; empty for browsers."),
  campaignIds: listed(identifier(), "Only these campaigns."),
  marks: listed(anyText, "Only deliveries with these marks of the traffic judge; empty for none."),
  networks: listed(
    anyText,
    "Only deliveries of these networks, by their keyed hashes, which are kept 30 days at most.",
  ),
  deliveryIds: v.optional(
    v.pipe(uniqueList(deliveryId, 1, maxBatch), v.description("Only these deliveries.")),
  ),
  after: v.optional(described(anyText, "`next` of the call before.")),
});

/** The answer of a write-off. */
export const writeOffAnswer: v.GenericSchema = v.pipe(
  v.strictObject({
    operation: v.string(),
    plan: v.boolean(),
    currency: currencyInAnswer,
    to: instantAnswer,
    matched: v.pipe(micros, v.description("Selected charges.")),
    adjustments: v.pipe(
      micros,
      v.description("Adjustments of this operation, with those that earlier calls made."),
    ),
    repeated: v.pipe(micros, v.description("Those that earlier calls made.")),
    settled: v.pipe(micros, v.description("Charges of which nothing is left.")),
    micros,
    publisherMicros: v.pipe(micros, v.description("The publishers' part.")),
    lines: v.array(
      v.pipe(
        v.strictObject({
          publisherId: v.string(),
          platformId: v.string(),
          campaignId: v.string(),
          adjustments: micros,
          micros,
          publisherMicros: micros,
        }),
        v.title("WriteOffLine"),
      ),
    ),
    next: v.nullable(
      v.pipe(v.string(), v.description("Repeat the call with this `after` until it is null.")),
    ),
  }),
  v.title("WriteOff"),
);

const notForPublishers = (schema: v.GenericSchema) =>
  v.optional(v.pipe(schema, v.description("Not for publishers.")));
const notForAdvertisers = (schema: v.GenericSchema) =>
  v.optional(v.pipe(schema, v.description("Not for advertisers.")));
const forOperators = (schema: v.GenericSchema) =>
  v.optional(v.pipe(schema, v.description("Only for the operator.")));

/** An adjustment. */
export const adjustmentAnswer: v.GenericSchema = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.description("The id of the operation, a colon and that of the delivery.")),
    at: instantAnswer,
    deliveryId: v.string(),
    reason: v.string(),
    platformId: notForAdvertisers(v.string()),
    apiKeyId: notForAdvertisers(v.string()),
    publisherMicros: notForAdvertisers(micros),
    campaignId: notForPublishers(v.string()),
    micros: notForPublishers(micros),
    restoresBudget: notForPublishers(v.boolean()),
    publisherId: forOperators(v.string()),
    advertiser: forOperators(v.string()),
    actor: forOperators(v.string()),
  }),
  v.title("Adjustment"),
);

/** An adjustment as a role sees it: its own side of the money, and the operator all of it. */
export function shownAdjustment(adjustment: Adjustment, role: Role): object {
  const { id, at, deliveryId, reason, platformId, apiKeyId, publisherMicros, ...rest } = adjustment;
  const { campaignId, micros: amount, restoresBudget, publisherId, advertiser, actor } = rest;
  return {
    id,
    at: new Date(at).toISOString(),
    deliveryId,
    reason,
    ...(role !== "advertiser" && { platformId, apiKeyId, publisherMicros }),
    ...(role !== "publisher" && { campaignId, micros: amount, restoresBudget }),
    ...(role === "operator" && { publisherId, advertiser, actor }),
  };
}
