import { planeSize, separator, slowPath, type Unicode } from "./unicode-classes.ts";
import { unpackUnicode } from "./unicode-unpack.ts";

let steps: Int32Array | undefined;
let unpacked: Unicode | undefined;

/**
 * The fold table, by UTF-16 unit: the folded letter (plus {@link unspacedStep} when it is a word of its own), or one of the
 * special entries. Always the same array. Until {@link unicode} is called, all units beyond ASCII are {@link slowPath}.
 */
export function foldTable(): Int32Array {
  steps ??= asciiSteps();
  return steps;
}

/** The Unicode tables. Unpacked by the first call: ASCII text does not need them, and a serverless start would wait. */
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
