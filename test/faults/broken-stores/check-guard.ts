import { createMemoryRateLimiter, createMemoryStore } from "../../../adapters/memory/mod.ts";
import {
  type ConformanceCase,
  ConformanceFailure,
  type RateLimiterHarness,
  type StoreHarness,
} from "../../conformance/mod.ts";

/** For calls that wait for each other for ever. Others have the case's own deadline, so that no slow machine refuses them. */
const hangingDeadlineMs = 200;

export const soundStore: StoreHarness = {
  open: async (clock) => {
    const store = createMemoryStore({ clock: clock.now });
    return { stores: [store, store], close: async () => {} };
  },
};

export const soundLimiter: RateLimiterHarness = {
  open: async (clock) => {
    const limiter = createMemoryRateLimiter({ clock: clock.now });
    return { limiters: [limiter, limiter], close: async () => {} };
  },
};

/** Something broken, and the name of the case that must refuse it. */
export interface Broken<Harness extends { readonly open: unknown }> {
  /** The fault, as the end of a sentence: a store or a limiter that … */
  readonly name: string;
  /** The name of the case that refuses it. */
  readonly caughtBy: string;
  /** Opens it as a harness does. */
  readonly open: Harness["open"];
  /** Its calls wait for each other for ever, so that the case ends by its deadline. */
  readonly hangs?: true;
}

/**
 * Whether the named case still refuses the fault, and still passes a sound store or limiter. Returns a complaint
 * with the remedy, or `undefined` when all is well.
 */
export async function checkGuard<Harness extends { readonly open: unknown }>(
  broken: Broken<Harness>,
  cases: readonly ConformanceCase<Harness & { readonly deadlineMs?: number | undefined }>[],
  sound: Harness,
): Promise<string | undefined> {
  const guard = cases.find(({ name }) => name === broken.caughtBy);
  if (guard === undefined)
    return `there is no case named "${broken.caughtBy}": correct caughtBy of "${broken.name}"`;
  try {
    await guard.run(sound);
  } catch (error) {
    return `"${guard.name}" refuses the memory adapter: ${String(error)}`;
  }
  try {
    const deadlineMs = broken.hangs === true ? hangingDeadlineMs : undefined;
    await guard.run({ ...sound, open: broken.open, deadlineMs });
  } catch (error) {
    if (error instanceof ConformanceFailure) return undefined;
    return `"${guard.name}" ends in an error instead of a verdict on one that ${broken.name}: ${String(error)}`;
  }
  return `"${guard.name}" passes one that ${broken.name}: it does not check its promise any more`;
}
