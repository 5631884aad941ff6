import { type StoreCase, storeCases } from "../conformance/mod.ts";

/** The cases that campaigns on several places do not pass, and the reason. `adapters/README.md` tells users of them. */
const exceptions: ReadonlyMap<string, string> = new Map([
  [
    "64 repeats of one order at once issue it once",
    "repeats with choices of different places, which the core never makes: its orders have one place",
  ],
  [
    "a release gives back no more than its limit, oldest first",
    "each place releases its own, so the oldest come first within a place only",
  ],
  [
    "charges can be added up by campaignId alone, and by all but campaignId",
    "shows the creative of another campaign, which is at another place",
  ],
  [
    "charges can be added up by creativeId alone, and by all but creativeId",
    "shows the creative of another campaign, which is at another place",
  ],
]);

/** The cases of the kit that campaigns on several places pass. Throws if an exception names no case. */
export const placedCases: readonly StoreCase[] = (() => {
  const names = new Set(storeCases.map(({ name }) => name));
  for (const name of exceptions.keys())
    if (!names.has(name)) throw new Error(`The kit has no case “${name}”.`);
  return storeCases.filter(({ name }) => !exceptions.has(name));
})();
