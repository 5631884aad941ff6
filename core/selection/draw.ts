import type { Random } from "../signing/random.ts";
import type { Draw } from "./select.ts";

const bytesPerDraw = 4;
const range = 2 ** 32;

/** Draws evenly from a random source. */
export function drawFrom(random: Random): Draw {
  return () => {
    let value = 0;
    for (const byte of random(bytesPerDraw)) value = value * 256 + byte;
    return value / range;
  };
}
