import type { InstallationStore } from "../storage/installation-store.ts";
import { userForgotten } from "./audit-entries.ts";

/** The platform of a forgotten user, and who asked for it. */
export interface Forgetting {
  readonly platformId: string;
  /** `undefined`: the platform is no longer registered. */
  readonly publisherId: string | undefined;
  readonly actor: string;
}

/**
 * Deletes what is stored under a user key, and returns the number of deliveries. The audit trail names the platform and the actor,
 * never the user. A call that finds nothing notes nothing.
 */
export function forgetPerson(
  store: Pick<InstallationStore, "forgetUser">,
  userKey: string,
  { platformId, publisherId = "", actor }: Forgetting,
): Promise<number> {
  return store.forgetUser(userKey, userForgotten(platformId, publisherId, actor));
}
