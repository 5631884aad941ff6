import { parseDeliveryId } from "../../../core/signing/delivery-id.ts";
import type { Delivery } from "../../../core/storage/delivery.ts";
import type { UniquesQuery } from "../../../core/storage/report-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";

type Range = UniquesQuery["ranges"][number];

const hourMs = 3_600_000;
const everyRange = "a user counts in every range in which an ad was seen";
const asked = "only users of the requested platforms and campaigns are counted";
const bounds = "a view counts at the begin of a range, and not at its end";

export const brokenUniques: readonly BrokenStore[] = [
  brokenStore("counts views for users", "a user that sees several ads is one user", (inner) =>
    ownUniques(inner, (deliveries, range) => deliveries.filter((one) => isSeenIn(one, range)).length),
  ),
  brokenStore("counts a user at the first view only", everyRange, (inner) =>
    ownUniques(inner, (deliveries, range) => {
      const firsts = new Map<string, Delivery>();
      for (const one of deliveries) if (!firsts.has(one.userKey)) firsts.set(one.userKey, one);
      return users([...firsts.values()].filter((one) => isSeenIn(one, range)));
    }),
  ),
  brokenStore("answers for ranges in the order of their time", everyRange, (inner) =>
    mapQuery(inner, (query) => ({ ...query, ranges: [...query.ranges].sort((a, b) => a.from - b.from) })),
  ),
  brokenStore("leaves out the instant that a range begins with", bounds, (inner) =>
    mapRanges(inner, ({ from, to }) => ({ from: from + 1, to })),
  ),
  brokenStore("counts the instant that a range ends with", bounds, (inner) =>
    mapRanges(inner, ({ from, to }) => ({ from, to: to + 1 })),
  ),
  brokenStore("counts who was only issued an ad", "a user without a seen ad is not counted", (inner) =>
    ownUniques(inner, (deliveries, range) => users(deliveries.filter((one) => isIn(one.issuedAt, range)))),
  ),
  brokenStore("takes the last event for the view", "the first of a delivery's events is its view", (inner) =>
    ownUniques(inner, (deliveries, range) =>
      users(deliveries.filter((one) => isIn(one.clickedAt ?? one.seenAt, range))),
    ),
  ),
  brokenStore(
    "looks for views among what was issued in the range",
    "an ad issued before a range and seen in it counts",
    (inner) =>
      ownUniques(inner, (deliveries, range) =>
        users(deliveries.filter((one) => isSeenIn(one, range) && isIn(one.issuedAt, range))),
      ),
  ),
  brokenStore("counts users of all platforms", asked, (inner) =>
    mapQuery(inner, ({ platformIds: _, ...query }) => query),
  ),
  brokenStore("counts users of all campaigns", asked, (inner) =>
    mapQuery(inner, ({ campaignIds: _, ...query }) => query),
  ),
  brokenStore("counts users of all platforms for an empty list", asked, (inner) =>
    mapQuery(inner, ({ platformIds, ...query }) => (platformIds?.length ? { ...query, platformIds } : query)),
  ),
  brokenStore("counts users of all campaigns for an empty list", asked, (inner) =>
    mapQuery(inner, ({ campaignIds, ...query }) => (campaignIds?.length ? { ...query, campaignIds } : query)),
  ),
  brokenStore("answers for no more than 100 ranges", "400 ranges are counted at once", (inner) =>
    mapQuery(inner, (query) => ({ ...query, ranges: query.ranges.slice(0, 100) })),
  ),
  brokenStore(
    "looks for views by the times of the ids",
    "users are counted whatever the time of their delivery's id",
    (inner) =>
      ownUniques(inner, (deliveries, range) =>
        users(
          deliveries.filter(
            (one) =>
              isSeenIn(one, range) && isIn(timeOf(one.id), { from: range.from - hourMs, to: range.to }),
          ),
        ),
      ),
  ),
  brokenStore(
    "reads the users of a day in one transaction and writes them in another",
    "64 users that see an ad at once are all counted",
    (inner) => {
      let seers: ReadonlySet<string> = new Set();
      return {
        record: async (events) => {
          const outcomes = await inner.record(events);
          for (const outcome of outcomes) {
            if (outcome.outcome !== "recorded") continue;
            const before = seers;
            await roundTrip();
            seers = new Set([...before, outcome.delivery.userKey]);
          }
          return outcomes;
        },
        readUniques: async ({ ranges }) => ranges.map((_, range) => ({ range, n: seers.size })),
      };
    },
  ),
  brokenStore(
    "takes users for the same that differ in case or accents",
    "any text is a user, a platform and a campaign of its own",
    (inner) =>
      ownUniques(inner, (deliveries) =>
        users(deliveries.map((one) => ({ ...one, userKey: one.userKey.normalize("NFC").toLowerCase() }))),
      ),
  ),
];

function isIn(at: number | undefined, { from, to }: Range): boolean {
  return at !== undefined && at >= from && at < to;
}

function isSeenIn({ seenAt }: Delivery, range: Range): boolean {
  return isIn(seenAt, range);
}

function users(deliveries: readonly Delivery[]): number {
  return new Set(deliveries.map(({ userKey }) => userKey)).size;
}

/** The first 48 bits of an id are its time. */
export function timeOf(deliveryId: string): number {
  const bytes = parseDeliveryId(deliveryId) ?? new Uint8Array();
  return bytes.slice(0, 6).reduce((time, byte) => time * 256 + byte, 0);
}

/** Counts in a way of its own over all deliveries as they stand. */
function ownUniques(
  inner: Store,
  count: (deliveries: readonly Delivery[], range: Range) => number,
): Partial<Store> {
  const ids: string[] = [];
  return {
    issue: async (orders) => {
      const outcomes = await inner.issue(orders);
      for (const one of outcomes) if (one.outcome === "issued") ids.push(one.delivery.id);
      return outcomes;
    },
    readUniques: async ({ ranges }) => {
      const found = (await inner.findDeliveries(ids)).filter((one) => one !== undefined);
      return ranges.map((range, index) => ({ range: index, n: count(found, range) }));
    },
  };
}

function mapQuery(inner: Store, map: (query: UniquesQuery) => UniquesQuery): Pick<Store, "readUniques"> {
  return { readUniques: (query) => inner.readUniques(map(query)) };
}

function mapRanges(inner: Store, map: (range: Range) => Range): Pick<Store, "readUniques"> {
  return mapQuery(inner, (query) => ({ ...query, ranges: query.ranges.map(map) }));
}
