import { type CreativeFormat, creativeFormats } from "../../core/contract/formats.ts";
import type { Delivery, IssueChoice, IssueOrder, Press } from "../../core/storage/delivery.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import { numberOf, oneOf, textOf } from "../kit/stored-values.ts";
import { parseList, parseNumber } from "./json.ts";

/**
 * A stored delivery is one line of six fields with tabs between:
 * issuedAt · day · hold · log · order · choice.
 * Hold: `h` has a member in `:holds`, `p` a member in `:places`, until the delivery is seen or the hold is given back; empty: none.
 * Log: the recorded events in their order, with commas between. An event is `s`, `c` or `p:<scene>:<button>`, `@`, its time, `@`,
 * the nonce of its call, and `!` if it charged. The mark is the last text of the order, also a mark that an event set.
 */
export function toDelivery(id: string, line: string): Delivery {
  const [issuedAt, day, , log = "", order = "", choice = ""] = line.split("\t");
  const [surface, platformId, placement, userKey, language, publisherId, apiKeyId, mark] = parseList(order);
  const [campaignId, creativeVersionId, format, topicId, priceMicros, publisherMicros, advertiser] =
    parseList(choice);
  const events = log === "" ? [] : log.split(",").map(toEvent);
  const timeOf = (fits: (event: LogEvent) => boolean): EpochMs | undefined => events.find(fits)?.at;
  return {
    id,
    surface: oneOf(surface, ["web", "bot"]),
    publisherId: textOf(publisherId),
    platformId: textOf(platformId),
    placement: textOf(placement),
    apiKeyId: textOf(apiKeyId),
    userKey: textOf(userKey),
    language: textOf(language),
    mark: textOf(mark),
    network: "",
    campaignId: textOf(campaignId),
    advertiser: textOf(advertiser),
    creativeVersionId: textOf(creativeVersionId),
    format: oneOf<CreativeFormat>(format, creativeFormats),
    topicId: topicId === "" ? undefined : textOf(topicId),
    priceMicros: numberOf(priceMicros),
    publisherMicros: numberOf(publisherMicros),
    day: day ?? "",
    issuedAt: parseNumber(issuedAt),
    seenAt: events[0]?.at,
    pressedAt: timeOf(({ press }) => press !== undefined),
    clickedAt: timeOf(({ kind }) => kind === "c"),
    chargedAt: timeOf(({ isCharge }) => isCharge),
    presses: events.flatMap(({ press }) => (press === undefined ? [] : [press])),
  };
}

/** The fourth field of a new delivery: nothing was recorded yet. */
export function newDelivery(
  order: IssueOrder,
  choice: IssueChoice,
  day: string,
  issuedAt: EpochMs,
): Delivery {
  const line = [issuedAt, day, "", "", orderDocument(order), choiceDocument(choice)].join("\t");
  return toDelivery(order.deliveryId, line);
}

export function orderDocument(order: IssueOrder): string {
  const { surface, platformId, placement, userKey, language, publisherId, apiKeyId, mark } = order;
  return JSON.stringify([surface, platformId, placement, userKey, language, publisherId, apiKeyId, mark]);
}

export function choiceDocument(choice: IssueChoice): string {
  const { campaignId, creativeVersionId, format, topicId = "", priceMicros, publisherMicros } = choice;
  const shown = [campaignId, creativeVersionId, format, topicId, priceMicros, publisherMicros];
  return JSON.stringify([...shown, choice.advertiser]);
}

interface LogEvent {
  readonly kind: string;
  readonly at: EpochMs;
  readonly press: Press | undefined;
  readonly isCharge: boolean;
}

function toEvent(entry: string): LogEvent {
  const [identity = "", time] = entry.split("@");
  const [kind = "", scene, button] = identity.split(":");
  const at = parseNumber(time);
  const press = kind === "p" ? { scene: parseNumber(scene), button: parseNumber(button), at } : undefined;
  return { kind, at, press, isCharge: entry.endsWith("!") };
}
