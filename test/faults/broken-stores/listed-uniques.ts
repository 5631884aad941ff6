import type { UniqueListQuery } from "../../../core/storage/report-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore } from "./broken-store.ts";

const inOrder = "users are listed once each, in the order of their characters, page by page";
const asked = "the users listed are those of the range and the owners asked for";
const networks = "networks are listed like users, as long as they are kept";

export const brokenListedUniques: readonly BrokenStore[] = [
  brokenStore("lists users in the order of a language", inOrder, (inner) => ({
    listUniques: async (query) =>
      [...(await inner.listUniques(query))].sort((one, other) => one.localeCompare(other, "en")),
  })),
  brokenStore("lists the last user of a page again", inOrder, (inner) => ({
    listUniques: async (query) => {
      const page = await inner.listUniques(query);
      return query.after === undefined ? page : [query.after, ...page].slice(0, query.limit);
    },
  })),
  brokenStore("lists every page as the first", inOrder, (inner) =>
    mapQuery(inner, ({ after: _, ...query }) => query),
  ),
  brokenStore("lists users of all time", asked, (inner) =>
    mapQuery(inner, (query) => ({ ...query, from: 0, to: Number.MAX_SAFE_INTEGER })),
  ),
  brokenStore("lists the user of the instant that a range ends with", asked, (inner) =>
    mapQuery(inner, (query) => ({ ...query, to: query.to + 1 })),
  ),
  brokenStore("lists users of all platforms", asked, (inner) =>
    mapQuery(inner, ({ platformIds: _, ...query }) => query),
  ),
  brokenStore("lists users for networks", networks, (inner) =>
    mapQuery(inner, ({ of: _, ...query }) => query),
  ),
  brokenStore("lists the network that is not known", networks, (inner) => ({
    listUniques: async (query) => {
      const page = await inner.listUniques(query);
      return query.of === "networks" ? ["", ...page] : page;
    },
  })),
];

function mapQuery(
  inner: Store,
  map: (query: UniqueListQuery) => UniqueListQuery,
): Pick<Store, "listUniques"> {
  return { listUniques: (query) => inner.listUniques(map(query)) };
}
