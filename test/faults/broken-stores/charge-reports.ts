import type { Delivery } from "../../../core/storage/delivery.ts";
import type { ChargeQuery, ChargeTotal } from "../../../core/storage/report-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { unadjusted } from "../../conformance/fixtures.ts";
import { chargeFields } from "../../conformance/store/charge-reports.ts";
import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";

const most = Number.MAX_SAFE_INTEGER;
const hourMs = 3_600_000;
const asked = "only charges of the requested platforms and campaigns are read";
const sorted = "the largest spend comes first, and the limit leaves out the smallest";

export const brokenChargeReports: readonly BrokenStore[] = [
  ...chargeFields.map((field) =>
    brokenStore(
      `keeps no ${field} of a charge`,
      `charges can be added up by ${field} alone, and by all but ${field}`,
      (inner) => ({
        readCharges: async (query) => {
          const by = query.by.filter((name) => name !== field);
          const totals = await inner.readCharges({ ...query, by });
          if (by.length === query.by.length) return totals;
          return totals.map((total) => ({ ...total, [field]: field === "hour" ? 0 : "" }));
        },
      }),
    ),
  ),
  brokenStore(
    "always tells charges apart by their topic",
    "charges can be added up by topicId alone, and by all but topicId",
    (inner) => ({
      readCharges: async (query) => {
        if (query.by.includes("topicId")) return inner.readCharges(query);
        const totals = await inner.readCharges({ ...query, by: [...query.by, "topicId"] });
        return totals.map(({ topicId: _, ...total }) => total);
      },
    }),
  ),
  brokenStore(
    "takes the operator's part for the publisher's",
    "charges by no field are one sum, with each side's part",
    (inner) =>
      mapTotals(inner, (totals) =>
        totals.map((total) => ({
          ...total,
          publisherMicros: total.operatorMicros,
          operatorMicros: total.publisherMicros,
        })),
      ),
  ),
  brokenStore("has a sum of no charges", "where nothing was charged there are no sums", (inner) =>
    mapTotals(inner, (totals, { by }) => (by.length > 0 || totals.length > 0 ? totals : [nothing])),
  ),
  brokenStore(
    "reports every recorded event as a charge",
    "a delivery's later events add no charge, and a bot's click is one",
    (inner) => {
      let free = 0;
      return {
        record: async (events) => {
          const outcomes = await inner.record(events);
          free += outcomes.filter((one) => one.outcome === "recorded" && !one.charged).length;
          return outcomes;
        },
        readCharges: async (query) =>
          (await inner.readCharges(query)).map((total) => ({ ...total, charges: total.charges + free })),
      };
    },
  ),
  brokenStore(
    "loses a charge in some reports by hour",
    "money is in balance after a storm of orders, events and releases (seed 1)",
    (inner) =>
      mapTotals(inner, (totals, { by }) => (by.includes("hour") && by.length > 1 ? totals.slice(1) : totals)),
  ),
  brokenStore(
    "leaves out the instant that a report begins with",
    "charges are read from an instant on, and before another",
    (inner) => mapQuery(inner, (query) => ({ ...query, from: query.from + 1 })),
  ),
  brokenStore(
    "reports the instant that a report ends with",
    "charges are read from an instant on, and before another",
    (inner) => mapQuery(inner, (query) => ({ ...query, to: query.to + 1 })),
  ),
  brokenStore(
    "reports a charge in the hour of its issue",
    "a charge belongs to the hour of its event, not of its issue",
    (inner) =>
      ownCharges(inner, ({ issuedAt }) => ({ hour: Math.floor(issuedAt / hourMs) * hourMs }), "issuedAt"),
  ),
  brokenStore(
    "reports every version of a creative by itself",
    "all versions of a creative are one creative, also when it is gone",
    (inner) => ownCharges(inner, ({ creativeVersionId }) => ({ creativeId: creativeVersionId }), "chargedAt"),
  ),
  brokenStore(
    "forgets the name of a creative that is gone",
    "all versions of a creative are one creative, also when it is gone",
    (inner) => ({
      readCharges: async (query) => {
        const { catalog } = await inner.readCatalog();
        return (await inner.readCharges(query)).map((total) =>
          total.creativeId === undefined || catalog.creatives.some(({ id }) => id === total.creativeId)
            ? total
            : { ...total, creativeId: "" },
        );
      },
    }),
  ),
  brokenStore("reports charges of all platforms", asked, (inner) =>
    mapQuery(inner, ({ platformIds: _, ...query }) => query),
  ),
  brokenStore("reports charges of all campaigns", asked, (inner) =>
    mapQuery(inner, ({ campaignIds: _, ...query }) => query),
  ),
  brokenStore("reports charges of all platforms for an empty list", asked, (inner) =>
    mapQuery(inner, ({ platformIds, ...query }) => (platformIds?.length ? { ...query, platformIds } : query)),
  ),
  brokenStore("reports charges of all campaigns for an empty list", asked, (inner) =>
    mapQuery(inner, ({ campaignIds, ...query }) => (campaignIds?.length ? { ...query, campaignIds } : query)),
  ),
  brokenStore("sorts reports by the number of charges", sorted, (inner) => ({
    readCharges: async (query) => {
      const totals = await inner.readCharges({ ...query, limit: most });
      return [...totals].sort((a, b) => b.charges - a.charges).slice(0, query.limit);
    },
  })),
  brokenStore("limits a report before it sorts it", sorted, (inner) => ({
    readCharges: async (query) => {
      const totals = await inner.readCharges({ ...query, limit: most });
      return totals.length > query.limit ? [...totals].reverse().slice(0, query.limit) : totals;
    },
  })),
  brokenStore(
    "reads the sum of its report in one transaction and writes it in another",
    "64 charges at once are all in the sums",
    (inner) => {
      let sum = nothing;
      return {
        record: async (events) => {
          const outcomes = await inner.record(events);
          for (const outcome of outcomes) {
            if (outcome.outcome !== "recorded" || !outcome.charged) continue;
            const before = sum;
            await roundTrip();
            sum = plus(before, outcome.delivery);
          }
          return outcomes;
        },
        readCharges: async () => [sum],
      };
    },
  ),
  brokenStore("adds up charges in single precision", "sums of charges are exact up to 2^53 - 1", (inner) =>
    mapTotals(inner, (totals) =>
      totals.map((total) => ({ ...total, spentMicros: Math.fround(total.spentMicros) })),
    ),
  ),
  brokenStore("rounds large sums", "a sum beyond 2^53 - 1 is refused, and its parts are exact", (inner) => ({
    readCharges: async (query) => {
      try {
        return await inner.readCharges(query);
      } catch {
        const parts = await inner.readCharges({ ...query, by: ["campaignId"] });
        const spentMicros = parts.reduce((sum, one) => sum + one.spentMicros, 0);
        return parts.slice(0, 1).map((first) => ({ ...first, spentMicros }));
      }
    },
  })),
  brokenStore(
    "subtracts adjustments from a rounded sum",
    "charges beyond 2^53 - 1 are exact less their adjustments",
    (inner) =>
      mapTotals(inner, (totals) =>
        totals.map((total) => {
          const charged = total.spentMicros + total.adjustedMicros;
          return { ...total, spentMicros: charged - total.adjustedMicros };
        }),
      ),
  ),
  brokenStore(
    "keeps the sums of a report in a plain object",
    "any text can tell charges apart, in every field",
    (inner) => mapTotals(inner, (totals) => totals.filter(({ placement }) => placement !== "__proto__")),
  ),
];

const nothing: ChargeTotal = {
  charges: 0,
  spentMicros: 0,
  publisherMicros: 0,
  operatorMicros: 0,
  ...unadjusted,
};

function plus(total: ChargeTotal, { priceMicros, publisherMicros }: Delivery): ChargeTotal {
  return {
    ...total,
    charges: total.charges + 1,
    spentMicros: total.spentMicros + priceMicros,
    publisherMicros: total.publisherMicros + publisherMicros,
    operatorMicros: total.operatorMicros + priceMicros - publisherMicros,
  };
}

/** A report of its own of all charges, by one field and one of the delivery's times. */
function ownCharges(
  inner: Store,
  fieldOf: (delivery: Delivery) => Partial<ChargeTotal>,
  time: "issuedAt" | "chargedAt",
): Partial<Store> {
  const charged: Delivery[] = [];
  return {
    record: async (events) => {
      const outcomes = await inner.record(events);
      for (const outcome of outcomes) {
        if (outcome.outcome === "recorded" && outcome.charged) charged.push(outcome.delivery);
      }
      return outcomes;
    },
    readCharges: async ({ from, to }) => {
      const totals = new Map<string, ChargeTotal>();
      for (const delivery of charged) {
        const at = delivery[time] ?? 0;
        if (at < from || at >= to) continue;
        const field = fieldOf(delivery);
        const key = JSON.stringify(field);
        totals.set(key, plus(totals.get(key) ?? { ...nothing, ...field }, delivery));
      }
      return [...totals.values()];
    },
  };
}

function mapQuery(inner: Store, map: (query: ChargeQuery) => ChargeQuery): Pick<Store, "readCharges"> {
  return { readCharges: (query) => inner.readCharges(map(query)) };
}

function mapTotals(
  inner: Store,
  map: (totals: readonly ChargeTotal[], query: ChargeQuery) => readonly ChargeTotal[],
): Pick<Store, "readCharges"> {
  return { readCharges: async (query) => map(await inner.readCharges(query), query) };
}
