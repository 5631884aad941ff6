import type { OwnerFilter } from "../../core/storage/counts.ts";
import type { Delivery } from "../../core/storage/delivery.ts";
import type {
  ChargeField,
  ChargeFields,
  ChargeQuery,
  ChargeTotal,
  DeliveryListQuery,
  ListedDelivery,
  RecentQuery,
  UniqueListQuery,
  UniquesQuery,
  UniquesTotal,
} from "../../core/storage/report-store.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import { exactInteger } from "../kit/exact-integer.ts";
import { compareIssued, listedDelivery } from "../kit/listed-delivery.ts";
import { chargeTotal } from "../kit/totals.ts";
import { countUniques } from "../kit/uniques.ts";
import type { State } from "./state.ts";

/** The values of the fields of a sum, and its amounts, which may pass 2^53 − 1 before adjustments are taken off. */
interface Sums {
  readonly values: readonly unknown[];
  charges: number;
  adjustments: number;
  spentMicros: bigint;
  publisherMicros: bigint;
  adjustedMicros: bigint;
  adjustedPublisherMicros: bigint;
}

const hourMs = 3_600_000;

/** Charges are the deliveries that were charged. Looks at every delivery there is. */
export function readCharges(state: State, query: ChargeQuery): readonly ChargeTotal[] {
  const { ledger } = state;
  const totals = new Map<string, Sums>();
  for (const { delivery, chargedMark } of ledger.everyDelivery()) {
    const { chargedAt, priceMicros, publisherMicros } = delivery;
    if (!isWithin(chargedAt, query)) continue;
    const total = totalOf(state, totals, query, delivery, chargedAt, chargedMark);
    if (total === undefined) continue;
    total.charges += 1;
    total.spentMicros += BigInt(priceMicros);
    total.publisherMicros += BigInt(publisherMicros);
  }
  for (const { deliveryId, at, micros, publisherMicros } of ledger.adjustments.values()) {
    const charged = ledger.findCharged(deliveryId);
    if (charged === undefined || !isWithin(at, query)) continue;
    const total = totalOf(state, totals, query, charged.delivery, at, charged.chargedMark);
    if (total === undefined) continue;
    total.adjustments += 1;
    total.adjustedMicros += BigInt(micros);
    total.adjustedPublisherMicros += BigInt(publisherMicros);
    total.spentMicros -= BigInt(micros);
    total.publisherMicros -= BigInt(publisherMicros);
  }
  return [...totals.values()]
    .sort((a, b) => Number(b.spentMicros - a.spentMicros))
    .slice(0, query.limit)
    .map(({ values, ...sums }) => chargeTotal(exactly(sums), query.by, values));
}

/** The sum that an event of a charge at an instant belongs to; `undefined` if the query leaves it out. */
function totalOf(
  state: State,
  totals: Map<string, Sums>,
  query: ChargeQuery,
  delivery: Delivery,
  at: EpochMs,
  mark = "",
): Sums | undefined {
  if (!isOfOwners(delivery, query) || query.marks?.includes(mark) === false) return undefined;
  const fields = { ...fieldsOf(state, delivery, at), mark };
  const values = query.by.map((field) => fields[field]);
  const key = JSON.stringify(values);
  const total = totals.get(key) ?? { values, ...nothing };
  totals.set(key, total);
  return total;
}

function exactly(sums: Omit<Sums, "values">): Omit<ChargeTotal, ChargeField | "operatorMicros"> {
  return {
    charges: sums.charges,
    adjustments: sums.adjustments,
    spentMicros: exactInteger(sums.spentMicros),
    publisherMicros: exactInteger(sums.publisherMicros),
    adjustedMicros: exactInteger(sums.adjustedMicros),
    adjustedPublisherMicros: exactInteger(sums.adjustedPublisherMicros),
  };
}

export function readUniques(state: State, query: UniquesQuery): readonly UniquesTotal[] {
  const uniques = countUniques(query);
  const { by = [], of } = query;
  for (const { delivery } of state.ledger.deliveries.values()) {
    const one = of === "networks" ? delivery.network : delivery.userKey;
    if (one === "" || !isOfOwners(delivery, query)) continue;
    const values = by.map((field) => delivery[field]);
    for (const [index, range] of query.ranges.entries()) {
      if (isWithin(delivery.seenAt, range)) uniques.add(index, values, one);
    }
  }
  return uniques.totals();
}

export function listUniques(
  state: State,
  { of, after, limit, ...query }: UniqueListQuery,
): readonly string[] {
  const found = new Set<string>();
  for (const { delivery } of state.ledger.deliveries.values()) {
    const one = of === "networks" ? delivery.network : delivery.userKey;
    if (one === "" || !isOfOwners(delivery, query) || !isWithin(delivery.seenAt, query)) continue;
    if (after === undefined || one > after) found.add(one);
  }
  return [...found].sort().slice(0, limit);
}

/** Looks at every delivery there is. */
export function readRecentDeliveries(state: State, query: RecentQuery, now: EpochMs): readonly Delivery[] {
  const recent: Delivery[] = [];
  for (const { delivery } of state.ledger.deliveries.values()) {
    const isRecent = now - delivery.issuedAt <= hourMs;
    const isWanted = isOfOwners(delivery, query) && query.marks?.includes(delivery.mark) !== false;
    if (isRecent && isWanted) recent.push(delivery);
  }
  return recent.sort((a, b) => b.issuedAt - a.issuedAt).slice(0, query.limit);
}

/** Looks at every delivery there is. */
export function listDeliveries(
  state: State,
  { from, to, after, limit }: DeliveryListQuery,
): readonly ListedDelivery[] {
  const found: Delivery[] = [];
  for (const { delivery } of state.ledger.deliveries.values()) {
    const isAfter = after === undefined || compareIssued(delivery, after) > 0;
    if (isAfter && isWithin(delivery.issuedAt, { from, to })) found.push(delivery);
  }
  return found.sort(compareIssued).slice(0, limit).map(listedDelivery);
}

const nothing = {
  charges: 0,
  adjustments: 0,
  spentMicros: 0n,
  publisherMicros: 0n,
  adjustedMicros: 0n,
  adjustedPublisherMicros: 0n,
};

function fieldsOf({ catalog }: State, delivery: Delivery, at: EpochMs): Omit<ChargeFields, "mark"> {
  const { publisherId, advertiser, apiKeyId, platformId, placement, language, format } = delivery;
  const { campaignId, creativeVersionId, topicId = "" } = delivery;
  const creativeId = catalog.versions.get(creativeVersionId)?.creative.id ?? "";
  const hour = Math.floor(at / hourMs) * hourMs;
  return {
    hour,
    publisherId,
    advertiser,
    apiKeyId,
    platformId,
    placement,
    campaignId,
    creativeId,
    topicId,
    language,
    format,
  };
}

function isWithin(
  at: EpochMs | undefined,
  { from, to }: { readonly from: EpochMs; readonly to: EpochMs },
): at is EpochMs {
  return at !== undefined && at >= from && at < to;
}

type Owned = Pick<Delivery, "publisherId" | "advertiser" | "apiKeyId" | "platformId" | "campaignId">;

export function isOfOwners(owned: Owned, filter: OwnerFilter): boolean {
  return (
    filter.publisherIds?.includes(owned.publisherId) !== false &&
    filter.advertisers?.includes(owned.advertiser) !== false &&
    filter.apiKeyIds?.includes(owned.apiKeyId) !== false &&
    filter.platformIds?.includes(owned.platformId) !== false &&
    filter.campaignIds?.includes(owned.campaignId) !== false
  );
}
