import { planeSize, separator, slowPath, type Unicode } from "./unicode-classes.ts";
import { unpackUnicode } from "./unicode-unpack.ts";

let steps: Int32Array | undefined;
let unpacked: Unicode | undefined;

/**
 * By UTF-16 unit: the letter that it becomes (with {@link unspacedStep} where that is a word by itself), or what it is instead to a reader that takes one after the other. Always
 * the same array. Until {@link unicode} is called, all that is not ASCII is a {@link slowPath}.
 */
export function foldTable(): Int32Array {
  steps ??= asciiSteps();
  return steps;
}

/** Unpacks on the first call: text of ASCII alone needs none of it, and a serverless start waits for it. */
export function unicode(): Unicode {
  unpacked ??= unpackUnicode(foldTable());
  return unpacked;
}

function asciiSteps(): Int32Array {
  const made = new Int32Array(planeSize).fill(slowPath);
  for (let unit = 0; unit < 128; unit++) made[unit] = asciiStep(unit);
  return made;
}

function asciiStep(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit + 0x20;
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a) ? unit : separator;
}
