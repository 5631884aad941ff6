import type { KeyTable } from "../kit/api-keys.ts";
import type { CatalogState } from "./catalog-state.ts";

export function keyTable(catalog: CatalogState): KeyTable {
  return {
    find: (id) => catalog.apiKeys.get(id),
    list: (publisherId) =>
      catalog.apiKeys
        .all()
        .filter((key) => publisherId === undefined || key.publisherId === publisherId)
        .sort((a, b) => a.createdAt - b.createdAt),
    put: (key) => {
      catalog.revision += 1;
      catalog.apiKeys.put(key.id, { ...key }, catalog.revision);
    },
  };
}
