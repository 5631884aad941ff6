/** Returns `length` unpredictable bytes. */
export type Random = (length: number) => Uint8Array;

const poolBytes = 4_096;
let pool = new Uint8Array(0);
let used = 0;

/** The platform's cryptographic random source. Reads a pool at a time, because a call costs more than its bytes. */
export const systemRandom: Random = (length) => {
  if (used + length > pool.length) {
    pool = crypto.getRandomValues(new Uint8Array(Math.max(poolBytes, length)));
    used = 0;
  }
  used += length;
  return pool.slice(used - length, used);
};
