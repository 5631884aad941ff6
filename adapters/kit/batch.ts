import { maxBatch } from "../../core/storage/serving-store.ts";

/** The items of one call. Throws a RangeError for more than {@link maxBatch}. */
export function checkedBatch<T>(items: readonly T[]): readonly T[] {
  if (items.length <= maxBatch) return items;
  throw new RangeError(`a batch has at most ${maxBatch} items, this one ${items.length}: split it`);
}
