import type { RecentDeliveries } from "../../../core/management/console/recent-deliveries.ts";
import type { Store } from "../../../core/storage.ts";

/** Tells what was issued last, the newest first. */
export function withRecent(store: Store): Store & RecentDeliveries {
  const ids: string[] = [];
  const readRecentDeliveries: RecentDeliveries["readRecentDeliveries"] = async (query) => {
    const found = await store.findDeliveries(ids.toReversed());
    return found
      .filter((one) => one !== undefined)
      .filter(({ platformId }) => query.platformIds?.includes(platformId) !== false)
      .slice(0, query.limit);
  };
  return {
    ...store,
    readRecentDeliveries,
    issue: (orders) => {
      ids.push(...orders.map(({ deliveryId }) => deliveryId));
      return store.issue(orders);
    },
  };
}
