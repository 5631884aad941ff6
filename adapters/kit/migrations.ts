import type { InstallationStore, PlannedMigration } from "../../core/storage/installation-store.ts";

/** `migrate` of a store that was brought up to date when it was opened: the first call returns the steps, later calls none. */
export function returnedOnce(applied: readonly PlannedMigration[]): InstallationStore["migrate"] {
  let steps = applied;
  return async () => {
    const returned = steps;
    steps = [];
    return returned;
  };
}
