import type { BrokenStore } from "./broken-store.ts";
import { brokenCatalogs } from "./catalog.ts";
import { brokenCaps } from "./frequency.ts";
import { brokenAtIssue } from "./issue.ts";
import { brokenAtRecord } from "./record.ts";
import { brokenInTime } from "./time.ts";

export type { BrokenStore } from "./broken-store.ts";
export { type BrokenLimiter, brokenLimiters } from "./limiters.ts";

/** Stores that each break one promise of the ports: what the conformance kit is tested with. */
export const brokenStores: readonly BrokenStore[] = [
  ...brokenAtIssue,
  ...brokenAtRecord,
  ...brokenInTime,
  ...brokenCaps,
  ...brokenCatalogs,
];
