import { isApproved } from "../catalog/review.ts";
import type { CatalogDelta } from "../storage/catalog-change.ts";

/** The changes as selection sees them: a creative that the operator has not approved counts as removed. */
export function approvedOnly(delta: CatalogDelta): CatalogDelta {
  const waiting = delta.creatives.filter(({ creative }) => !isApproved(creative));
  if (waiting.length === 0) return delta;
  const removed = waiting.map(({ creative: { id } }) => ({ kind: "creative", id }) as const);
  return {
    ...delta,
    creatives: delta.creatives.filter(({ creative }) => isApproved(creative)),
    removed: delta.reload ? [] : [...delta.removed, ...removed],
  };
}
