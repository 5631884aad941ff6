import type { Random } from "../signing/random.ts";

/** A number from 0 (included) to 1 (excluded). */
export type Draw = () => number;

const seedBytes = 16;
const warmUp = 12;
const range = 2 ** 32;

/**
 * A uniform generator (sfc32) that is seeded once from the cryptographic source. The order within a tie group is no secret,
 * and a number costs a hundredth of one from the cryptographic source.
 */
export function drawFrom(random: Random): Draw {
  const seed = new DataView(Uint8Array.from(random(seedBytes)).buffer);
  let a = seed.getUint32(0);
  let b = seed.getUint32(4);
  let c = seed.getUint32(8);
  let counter = seed.getUint32(12);
  const next: Draw = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / range;
  };
  for (let round = 0; round < warmUp; round++) next();
  return next;
}
