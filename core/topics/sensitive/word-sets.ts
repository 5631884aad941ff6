/**
 * Sets of positions in the words of a text, one bit each. Position n stands before word n. All sets of a text have the same
 * size. Functions return new sets.
 */
export type Positions = Int32Array;

/** A set for this many words. */
export function noPositions(words: number): Positions {
  return new Int32Array((words >>> 5) + 1);
}

/** Every position of this many words. */
export function allPositions(words: number): Positions {
  return noPositions(words).fill(-1);
}

export function addPosition(set: Positions, position: number): void {
  set[position >>> 5] = (set[position >>> 5] ?? 0) | (1 << (position & 31));
}

export function hasPosition(set: Positions, position: number): boolean {
  return ((set[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0;
}

export function isEmpty(set: Positions): boolean {
  for (let block = 0; block < set.length; block++) if (set[block] !== 0) return false;
  return true;
}

export function union(a: Positions, b: Positions): Positions {
  const result = new Int32Array(a.length);
  for (let block = 0; block < result.length; block++) result[block] = (a[block] ?? 0) | (b[block] ?? 0);
  return result;
}

export function intersection(a: Positions, b: Positions): Positions {
  const result = new Int32Array(a.length);
  for (let block = 0; block < result.length; block++) result[block] = (a[block] ?? 0) & (b[block] ?? 0);
  return result;
}

export function difference(a: Positions, b: Positions): Positions {
  const result = new Int32Array(a.length);
  for (let block = 0; block < result.length; block++) result[block] = (a[block] ?? 0) & ~(b[block] ?? 0);
  return result;
}

/** The positions `by` words later, 0 to 31. */
export function later(set: Positions, by: number): Positions {
  if (by === 0) return set;
  const result = new Int32Array(set.length);
  let carried = 0;
  for (let block = 0; block < set.length; block++) {
    const bits = set[block] ?? 0;
    result[block] = (bits << by) | carried;
    carried = bits >>> (32 - by);
  }
  return result;
}

/** The positions `by` words earlier, 0 to 31. */
export function earlier(set: Positions, by: number): Positions {
  if (by === 0) return set;
  const result = new Int32Array(set.length);
  let carried = 0;
  for (let block = set.length - 1; block >= 0; block--) {
    const bits = set[block] ?? 0;
    result[block] = (bits >>> by) | carried;
    carried = bits << (32 - by);
  }
  return result;
}

/** The positions, and those up to `width` words after each (`move` {@link later}) or before each ({@link earlier}). */
export function spread(set: Positions, width: number, move: typeof later): Positions {
  let result = set;
  for (let done = 0; done < width; ) {
    // Doubles the reach: each step moves all that is reached.
    const by = Math.min(done + 1, width - done);
    result = union(result, move(result, by));
    done += by;
  }
  return result;
}
