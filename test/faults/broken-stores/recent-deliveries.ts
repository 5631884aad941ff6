import type { Delivery } from "../../../core/storage/delivery.ts";
import { maxBatch } from "../../../core/storage/serving-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";
import { timeOf } from "./uniques.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const first = "the latest delivery is read first";
const anHour = "a delivery is recent for an hour, and no millisecond longer";
const byLimit = "the limit leaves out the earliest deliveries";
const asked = "recent deliveries are read of the requested platforms, with any number on others";
const once = "a refused order is no recent delivery, and a repeated one is one";
const anyId = "recent deliveries are found whatever the time of their id";

export const brokenRecentDeliveries: readonly BrokenStore[] = [
  brokenStore("reads the oldest of the recent deliveries first", first, (inner) =>
    mapFound(inner, (found) => found.toReversed()),
  ),
  brokenStore("leaves bots out of the recent deliveries", first, (inner) =>
    mapFound(inner, (found) => found.filter(({ surface }) => surface === "web")),
  ),
  brokenStore("leaves out what was issued an hour ago", anHour, (inner, clock) =>
    mapFound(inner, (found) => found.filter(({ issuedAt }) => clock.now() - issuedAt < hourMs)),
  ),
  brokenStore("reads deliveries for a second more than the hour", anHour, (inner, _, skew) => ({
    readRecentDeliveries: (query) => skew.while(-1_000, () => inner.readRecentDeliveries(query)),
  })),
  brokenStore("reads all recent deliveries, whatever the limit", byLimit, (inner) => ({
    readRecentDeliveries: (query) => inner.readRecentDeliveries({ ...query, limit: maxBatch }),
  })),
  brokenStore("reads some of the recent deliveries, and sorts these", byLimit, (inner) => ({
    readRecentDeliveries: async (query) => {
      const all = await inner.readRecentDeliveries({ ...query, limit: Number.POSITIVE_INFINITY });
      return all.toReversed().slice(0, query.limit).toReversed();
    },
  })),
  brokenStore("reads deliveries as they were issued", "recent deliveries are as they stand", (inner) => {
    const issued = new Map<string, Delivery>();
    return {
      issue: async (orders) => {
        const outcomes = await inner.issue(orders);
        for (const one of outcomes) if (one.outcome === "issued") issued.set(one.delivery.id, one.delivery);
        return outcomes;
      },
      readRecentDeliveries: async (query) =>
        (await inner.readRecentDeliveries(query)).map((delivery) => issued.get(delivery.id) ?? delivery),
    };
  }),
  brokenStore("reads recent deliveries of all platforms", asked, (inner) => ({
    readRecentDeliveries: ({ limit }) => inner.readRecentDeliveries({ limit }),
  })),
  brokenStore("reads recent deliveries of all platforms for an empty list", asked, (inner) => ({
    readRecentDeliveries: ({ limit, platformIds }) =>
      inner.readRecentDeliveries(platformIds?.length ? { limit, platformIds } : { limit }),
  })),
  brokenStore("looks for a platform's deliveries among the newest of all", asked, (inner) => ({
    readRecentDeliveries: async ({ limit, platformIds }) =>
      (await inner.readRecentDeliveries({ limit: maxBatch }))
        .filter((one) => platformIds?.includes(one.platformId) !== false)
        .slice(0, limit),
  })),
  brokenStore("reads the newest of each platform, up to the limit for each", asked, (inner) => ({
    readRecentDeliveries: async (query) => {
      const { limit, platformIds } = query;
      if (platformIds === undefined) return inner.readRecentDeliveries(query);
      const found = platformIds.map((id) => inner.readRecentDeliveries({ limit, platformIds: [id] }));
      return (await Promise.all(found)).flat();
    },
  })),
  brokenStore("reads orders that were refused", once, (inner) => {
    const wishes: Delivery[] = [];
    return {
      issue: async (orders) => {
        const outcomes = await inner.issue(orders);
        const [last] = await inner.readRecentDeliveries({ limit: 1 });
        for (const [n, { outcome }] of outcomes.entries()) {
          if (outcome === "refused" && last) wishes.push({ ...last, id: orders[n]?.deliveryId ?? "" });
        }
        return outcomes;
      },
      readRecentDeliveries: async (query) => [...wishes, ...(await inner.readRecentDeliveries(query))],
    };
  }),
  brokenStore("reads a delivery once for each of its orders", once, (inner) => {
    const ids: string[] = [];
    return {
      issue: (orders) => {
        ids.push(...orders.map(({ deliveryId }) => deliveryId));
        return inner.issue(orders);
      },
      readRecentDeliveries: async () =>
        (await inner.findDeliveries(ids.toReversed())).filter((one) => one !== undefined),
    };
  }),
  brokenStore("looks for recent deliveries by the times of their ids", anyId, (inner, clock) =>
    mapFound(inner, (found) => found.filter(({ id }) => Math.abs(timeOf(id) - clock.now()) <= dayMs)),
  ),
  brokenStore("reads the delivery of a stray id twice", anyId, (inner, clock) =>
    mapFound(inner, (found) => [
      ...found,
      ...found.filter(({ id, issuedAt }) => {
        const isStray = timeOf(id) < issuedAt - dayMs;
        return isStray && timeOf(id) >= clock.now() - dayMs - 2 * hourMs;
      }),
    ]),
  ),
  brokenStore(
    "reads the list of recent deliveries in one transaction and writes it in another",
    "64 deliveries issued at once are all read",
    (inner) => {
      let list: readonly Delivery[] = [];
      return {
        issue: async (orders) => {
          const outcomes = await inner.issue(orders);
          for (const outcome of outcomes) {
            if (outcome.outcome !== "issued") continue;
            const before = list;
            await roundTrip();
            list = [...before, outcome.delivery];
          }
          return outcomes;
        },
        readRecentDeliveries: async () => list,
      };
    },
  ),
  brokenStore(
    "takes platforms for the same that differ in case or accents",
    "any text is a platform of recent deliveries",
    (inner) => ({
      readRecentDeliveries: async ({ limit, platformIds }) => {
        const wanted = platformIds?.map(folded);
        const all = await inner.readRecentDeliveries({ limit: maxBatch });
        return all.filter((one) => wanted?.includes(folded(one.platformId)) !== false).slice(0, limit);
      },
    }),
  ),
];

function folded(id: string): string {
  return id.normalize("NFC").toLowerCase();
}

function mapFound(
  inner: Store,
  map: (found: readonly Delivery[]) => readonly Delivery[],
): Pick<Store, "readRecentDeliveries"> {
  return { readRecentDeliveries: async (query) => map(await inner.readRecentDeliveries(query)) };
}
