/** A small generator of reproducible numbers (xorshift32): the same seed, the same run on every runtime. */
export interface Prng {
  /** An integer from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
}

export function createPrng(seed: number): Prng {
  // Zero is the one state that never leaves itself.
  let state = seed >>> 0 || 1;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("pick needs at least one item");
      return item;
    },
  };
}
