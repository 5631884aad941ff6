import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { ListedDelivery } from "../../../core/storage/report-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore } from "./broken-store.ts";
import { timeOf } from "./uniques.ts";

const dayMs = 86_400_000;
const byPages = "deliveries are listed by issue, page by page";
const between = "deliveries are listed from an instant on, and before another";
const asTheyStand = "listed deliveries are as they stand, without user and network";
const once = "a repeated order is listed once, and a refused one or a forgotten user's not at all";

export const brokenListedDeliveries: readonly BrokenStore[] = [
  brokenStore("lists the newest deliveries first", byPages, (inner) =>
    mapListed(inner, (found) => found.toReversed()),
  ),
  brokenStore("goes on after the millisecond of the last delivery", byPages, (inner) => ({
    listDeliveries: async ({ after, ...query }) =>
      list(inner, { ...query, from: after === undefined ? query.from : after.issuedAt + 1 }),
  })),
  brokenStore("repeats the millisecond of the last delivery", byPages, (inner) => ({
    listDeliveries: async ({ after, ...query }) =>
      after === undefined || query.limit < 7
        ? list(inner, { ...query, after })
        : list(inner, { ...query, after: { issuedAt: after.issuedAt - 1, id: after.id } }),
  })),
  brokenStore("lists the end of the time, too", between, (inner) => ({
    listDeliveries: (query) => list(inner, { ...query, to: query.to + 1 }),
  })),
  brokenStore("lists users", asTheyStand, (inner) => ({
    listDeliveries: async (query) => {
      const found = await list(inner, query);
      const all = await inner.findDeliveries(found.map(({ id }) => id));
      return found.map((one, n) => all[n] ?? one);
    },
  })),
  brokenStore("leaves bots out of the list", asTheyStand, (inner) =>
    mapListed(inner, (found) => found.filter(({ surface }) => surface === "web")),
  ),
  brokenStore(
    "lists deliveries by the times of their ids",
    "deliveries are listed whatever the time of their id",
    (inner) =>
      mapListed(inner, (found) => found.filter((one) => Math.abs(timeOf(one.id) - one.issuedAt) <= dayMs)),
  ),
  brokenStore("lists forgotten users", once, (inner) => {
    let forgotten: readonly ListedDelivery[] = [];
    return {
      forgetUser: async (userKey, audit) => {
        const before = await list(inner, everything);
        const n = await inner.forgetUser(userKey, audit);
        const left = new Set((await list(inner, everything)).map(({ id }) => id));
        forgotten = before.filter(({ id }) => !left.has(id));
        return n;
      },
      listDeliveries: async (query) => [...(await list(inner, query)), ...forgotten],
    };
  }),
  {
    name: "has no list of its deliveries",
    caughtBy: byPages,
    open: async (clock) => {
      const { listDeliveries: _, ...store } = createMemoryStore({ clock: clock.now });
      return { stores: [store, store], close: async () => {} };
    },
  },
];

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 4_096 };

type Query = Parameters<NonNullable<Store["listDeliveries"]>>[0];

async function list(inner: Store, query: Query): Promise<readonly ListedDelivery[]> {
  return (await inner.listDeliveries?.(query)) ?? [];
}

function mapListed(
  inner: Store,
  map: (found: readonly ListedDelivery[]) => readonly ListedDelivery[],
): Pick<Store, "listDeliveries"> {
  return { listDeliveries: async (query) => map(await list(inner, query)) };
}
