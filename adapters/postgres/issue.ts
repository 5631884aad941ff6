import { newDelivery } from "../../core/billing/delivery-events.ts";
import type { IssueChoice, IssueOrder, IssueOutcome } from "../../core/storage/delivery.ts";
import { refusalReasonOf } from "../kit/refusal-reason.ts";
import { arrayOf, numberOf, recordOf, textOf } from "../kit/stored-values.ts";
import { toDelivery } from "./delivery-row.ts";
import { toUuid } from "./delivery-uuid.ts";
import type { Functions } from "./functions.ts";

/** `ServingStore.issue` by one call of issue. */
export async function issue(
  functions: Functions,
  orders: readonly IssueOrder[],
): Promise<readonly IssueOutcome[]> {
  if (orders.length === 0) return [];
  const campaigns = new Numbering();
  const advertisers = new Numbering();
  const users = new Numbering();
  const choices: ChoiceRow[] = [];
  for (const [index, order] of orders.entries()) {
    const u = users.of(order.userKey);
    for (const choice of order.choices) {
      const k = campaigns.of(choice.campaignId);
      const a = advertisers.of(choice.advertiser);
      choices.push({ o: index + 1, k, a, u, ...amounts(order, choice), ...shown(choice) });
    }
  }
  const rows = orders.map(orderRow);
  const [low, high] = bounds(rows.map(({ id }) => id));
  const names = { campaigns: campaigns.names(), advertisers: advertisers.names() };
  const networks = rows.some(({ network }) => network !== undefined) ? true : undefined;
  const batch = { low, high, ...names, orders: rows, choices, networks };
  return outcomes(orders, choices, recordOf(await functions.issue(batch)));
}

/** Numbers of the order, the campaign, the advertiser and the user; what else issue wants stands beside them. */
interface ChoiceRow {
  readonly o: number;
  readonly k: number;
  readonly a: number;
  readonly u: number;
}

/** Numbers names from 1 in the order in which they come. */
class Numbering {
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1;
    this.#numbers.set(name, number);
    return number;
  }

  names(): readonly string[] {
    return [...this.#numbers.keys()];
  }
}

function amounts(
  { surface, unprovenShareBps: share }: IssueOrder,
  { priceMicros, publisherMicros }: IssueChoice,
): object {
  return { price: priceMicros, hold: surface === "web" ? priceMicros : 0, share, publisher: publisherMicros };
}

function shown({ creativeVersionId, format, topicId }: IssueChoice): object {
  return { version: creativeVersionId, format, topic: topicId };
}

/** The columns of an order that the function `issue` reads. */
interface OrderRow {
  readonly id: string;
  readonly surface: string;
  readonly publisher: string;
  readonly platform: string;
  readonly placement: string;
  readonly key: string;
  readonly user_key: string;
  readonly language: string;
  readonly mark: string;
  readonly network: string | undefined;
}

function orderRow(order: IssueOrder): OrderRow {
  return {
    id: toUuid(order.deliveryId),
    surface: order.surface,
    publisher: order.publisherId,
    platform: order.platformId,
    placement: order.placement,
    key: order.apiKeyId,
    user_key: order.userKey,
    language: order.language,
    mark: order.mark,
    network: order.network === "" ? undefined : order.network,
  };
}

/** The least and the greatest of some uuids: their texts order as they do. */
function bounds(uuids: readonly string[]): readonly [string, string] {
  let [low = "", high = ""] = [uuids[0], uuids[0]];
  for (const uuid of uuids) {
    if (uuid < low) low = uuid;
    if (uuid > high) high = uuid;
  }
  return [low, high];
}

function outcomes(
  orders: readonly IssueOrder[],
  choices: readonly ChoiceRow[],
  answer: Readonly<Record<string, unknown>>,
): readonly IssueOutcome[] {
  const issuedAt = numberOf(answer["at"]);
  const days = arrayOf(answer["days"]);
  const chosen = arrayOf(answer["chosen"]);
  const reasons = arrayOf(answer["reasons"]);
  const known = new Map(
    arrayOf(answer["known"]).map((line) => [
      numberOf(recordOf(line)["o"]),
      toDelivery(recordOf(line)["delivery"]),
    ]),
  );
  let first = 0;
  return orders.map((order, index): IssueOutcome => {
    const start = first;
    first += order.choices.length;
    const existing = known.get(index + 1);
    if (existing !== undefined) return { outcome: "issued", delivery: existing };
    const number = numberOf(chosen[index]);
    const choice = order.choices[number - 1 - start];
    if (number === 0 || choice === undefined) {
      return { outcome: "refused", reasons: reasons.slice(start, first).map(refusalReasonOf) };
    }
    const day = textOf(days[(choices[number - 1]?.k ?? 0) - 1]);
    return { outcome: "issued", delivery: newDelivery(order, choice, day, issuedAt) };
  });
}
