import type { Platform } from "../catalog/entities.ts";
import type { ManagementStore } from "../storage/management-store.ts";

/** Says of an id that it is mistyped. */
export const neverPlatform = "There is no platform of this id, and never was one: check its spelling.";

/**
 * The publisher of a platform of the catalogue, or of one that was removed; `undefined` for an id that never was a platform's.
 * `current` is the platform under the id, if there is one.
 */
export async function publisherOfPlatform(
  id: string,
  current: Platform | undefined,
  store: Pick<ManagementStore, "readRemoved">,
): Promise<string | undefined> {
  if (current !== undefined) return current.publisherId;
  const [removed] = await store.readRemoved([{ kind: "platform", id }]);
  return removed?.kind === "platform" ? removed.entity.publisherId : undefined;
}
