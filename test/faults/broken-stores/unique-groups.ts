import type { UniquesQuery, UniquesTotal } from "../../../core/storage/report-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore } from "./broken-store.ts";

type Totals = readonly UniquesTotal[];

const together = "users are counted by publisher, platform and key, together and each alone";
const inOrder = "users by field come in the order of the ranges, and the largest number first";
const ofOwners = "users by field are those of the owners asked for";

export const brokenUniqueGroups: readonly BrokenStore[] = [
  brokenStore("counts users by no field", together, (inner) => ({
    readUniques: ({ by: _, ...query }) => inner.readUniques(query),
  })),
  brokenStore("counts users by the first field only", together, (inner) => ({
    readUniques: ({ by, ...query }) => inner.readUniques({ ...query, by: by?.slice(0, 1) }),
  })),
  brokenStore("counts only users with a key by field", together, (inner) =>
    mapTotals(inner, (totals) => totals.filter(({ apiKeyId }) => apiKeyId !== "")),
  ),
  brokenStore("answers fields that nobody asked for", together, (inner) =>
    mapTotals(inner, (totals) => totals.map((total) => ({ apiKeyId: "", ...total }))),
  ),
  brokenStore(
    "names platforms without a network",
    "networks are counted by field where there is one",
    (inner) => ({
      readUniques: async (query) => {
        const { of, by = [] } = query;
        const totals = await inner.readUniques(query);
        if (of !== "networks" || by.length === 0) return totals;
        const all = await inner.readUniques({ ...query, of: "users" });
        const found = new Set(totals.map(({ platformId }) => platformId));
        const others = all.filter(({ platformId }) => !found.has(platformId));
        return [...totals, ...others.map((total) => ({ ...total, n: 0 }))];
      },
    }),
  ),
  brokenStore("answers the smallest number first", inOrder, (inner) =>
    mapTotals(inner, (totals) => totals.toSorted((a, b) => a.range - b.range || a.n - b.n)),
  ),
  brokenStore("answers the largest number of all ranges first", inOrder, (inner) =>
    mapTotals(inner, (totals) => totals.toSorted((a, b) => b.n - a.n)),
  ),
  brokenStore("answers any number of users by field", inOrder, (inner) => ({
    readUniques: ({ limit: _, ...query }) => inner.readUniques(query),
  })),
  brokenStore("limits the users by field of each range, not of all", inOrder, (inner) => ({
    readUniques: async ({ limit, ...query }) => {
      const totals = await inner.readUniques(query);
      const rank = (one: UniquesTotal): number =>
        totals.filter(({ range }) => range === one.range).indexOf(one);
      return totals.filter((one) => rank(one) < (limit ?? totals.length));
    },
  })),
  brokenStore("counts users of all owners by field", ofOwners, (inner) => ({
    readUniques: (query) => {
      const { platformIds: _, ...rest } = query;
      return inner.readUniques(query.by === undefined ? query : rest);
    },
  })),
  brokenStore(
    "takes texts for the same that differ in case, where it counts by them",
    "any text is a publisher, a platform and a key that users are counted by",
    (inner) =>
      mapTotals(inner, (totals) =>
        totals.map((total) =>
          total.platformId === undefined ? total : { ...total, platformId: total.platformId.toLowerCase() },
        ),
      ),
  ),
  brokenStore(
    "counts 100 platforms and keys at once",
    "512 platforms and keys are counted at once",
    (inner) => mapTotals(inner, (totals, { by = [] }) => (by.length === 0 ? totals : totals.slice(0, 100))),
  ),
];

function mapTotals(
  inner: Store,
  map: (totals: Totals, query: UniquesQuery) => Totals,
): Pick<Store, "readUniques"> {
  return { readUniques: async (query) => map(await inner.readUniques(query), query) };
}
