import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import type { Draw } from "../tie-sampling.ts";

const stepSize = 20_000;
/** Up to this many values are sorted in one turn. */
const fewAtOnce = 4_096;
const digitValues = 65_536;

/** Indices of `values` in descending order of the values, which are at least 0. Equal values are in random order. */
export function* rankOrder(values: Float64Array, draw: Draw): CooperativeTask<Uint32Array> {
  const order = yield* shuffled(values.length, draw);
  if (values.length > fewAtOnce) return yield* radixSorted(values, order);
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place] ?? 0] = place;
  return order.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || (places[a] ?? 0) - (places[b] ?? 0));
}

function* shuffled(size: number, draw: Draw): CooperativeTask<Uint32Array> {
  const order = new Uint32Array(size);
  for (let index = 0; index < size; index++) {
    const other = Math.floor(draw() * (index + 1));
    order[index] = order[other] ?? 0;
    order[other] = index;
    if (index % stepSize === stepSize - 1) yield;
  }
  return order;
}

/**
 * Radix sort of the 64 bits, 16 at a time from the lowest: the bits of non-negative numbers have the order of the numbers (IEEE
 * 754). The sort is stable, compares nothing and can pause anywhere. A digit that all values share takes no pass.
 */
function* radixSorted(values: Float64Array, start: Uint32Array): CooperativeTask<Uint32Array> {
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  let order: Uint32Array = start;
  let other: Uint32Array = new Uint32Array(order.length);
  for (let digit = 0; digit < 4; digit++) {
    // The byte order of the machine decides where a digit lies.
    const byte = isLittleEndian ? digit * 2 : 6 - digit * 2;
    const digitOf = (index: number): number =>
      digitValues - 1 - view.getUint16(index * 8 + byte, isLittleEndian);
    const starts = yield* countDigits(order.length, digitOf);
    if (starts === undefined) continue;
    for (let place = 0; place < order.length; place++) {
      const index = order[place] ?? 0;
      const value = digitOf(index);
      const target = starts[value] ?? 0;
      starts[value] = target + 1;
      other[target] = index;
      if (place % stepSize === stepSize - 1) yield;
    }
    [order, other] = [other, order];
  }
  return order;
}

/** The start index of each digit value; `undefined` when all values share the digit. */
function* countDigits(
  count: number,
  digitOf: (index: number) => number,
): CooperativeTask<Uint32Array | undefined> {
  const starts = new Uint32Array(digitValues + 1);
  for (let index = 0; index < count; index++) {
    const after = digitOf(index) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
    if (index % stepSize === stepSize - 1) yield;
  }
  if (starts.includes(count)) return undefined;
  for (let value = 0; value < digitValues; value++) {
    starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
  }
  return starts;
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
